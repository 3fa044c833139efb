// std::barrier: each thread reads the value that the other wrote before it arrived.
// expect: safe
// libc++: its library waits
// compile: -std=c++20
#include <barrier>
#include <cassert>
#include <thread>
static int left, right;
int main() {
  std::barrier meeting(2);
  std::thread a([&] {
    left = 1;
    meeting.arrive_and_wait();
    assert(right == 1);
  });
  right = 1;
  meeting.arrive_and_wait();
  assert(left == 1);
  a.join();
}
