// Threads acquire and release a semaphore: its count never exceeds its maximum.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> semaphore{1};

int main() {
  std::thread other([] {
    semaphore.acquire();
    semaphore.release();
  });
  semaphore.release();
  semaphore.acquire();
  other.join();
}
