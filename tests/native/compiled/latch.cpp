// expect: safe
// libc++: its library waits
// compile: -std=c++20
#include <cassert>
#include <latch>
#include <thread>
static int value;
int main() {
  std::latch done(1);
  std::thread a([&] {
    value = 1;
    done.count_down();
  });
  done.wait();
  assert(value == 1);
  a.join();
}
