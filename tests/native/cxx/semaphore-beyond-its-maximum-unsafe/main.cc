// A binary semaphore whose count is one is released.
#include <semaphore>
#include <thread>

static std::binary_semaphore semaphore{1};

int main() {
  std::thread other([] { semaphore.release(); });
  other.join();
}
