/* An error of libstdc++ 12 (GCC bug 104928): acquire reads the count 1, another thread takes and gives back, and acquire waits
 * until the count is not 1 any more. */
#include <semaphore>
#include <thread>

static std::binary_semaphore is_free(1);

static void work() {
  is_free.acquire();
  is_free.release();
}

int main() {
  std::thread first(work), second(work);
  first.join();
  second.join();
}
