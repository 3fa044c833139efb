// expect: safe
// libc++: its library waits
// compile: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
static int value;
static std::atomic<int> flag;
int main() {
  std::thread a([] {
    value = 1;
    flag.store(1);
    flag.notify_one();
  });
  flag.wait(0);
  assert(value == 1);
  a.join();
}
