#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<4> items{0};
int data = 0;

int main() {
  std::thread other([] {
    data = 1;
    items.release();
  });
  items.acquire();
  assert(data == 1);
  other.join();
}
