// expect: safe
// libc++: its library waits
// compile: -std=c++20
#include <cassert>
#include <semaphore>
#include <thread>
static int value;
int main() {
  std::counting_semaphore<2> permits(0);
  std::thread a([&] {
    value = 1;
    permits.release();
  });
  permits.acquire();
  assert(value == 1);
  a.join();
}
