// Threads take a semaphore and give it back: its count stays within its maximum, whatever the order.
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
