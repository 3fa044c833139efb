// A binary semaphore is released while its count is one.
#include <semaphore>
#include <thread>

static std::binary_semaphore semaphore{1};

int main() {
  std::thread other([] { semaphore.release(); });
  other.join();
}
