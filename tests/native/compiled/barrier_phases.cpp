// Steps before an arrival at a barrier happen-before those after it; so does the completion step.
// expect: safe
// libc++: its library counts
// compile: -std=c++20
#include <barrier>
#include <cassert>
#include <thread>
static int made[2], phase;
struct Completion {
  void operator()() noexcept { ++phase; }
};
int main() {
  std::barrier<Completion> barrier(2);
  auto work = [&](int i) {
    made[i] = 1;
    barrier.arrive_and_wait();
    assert(made[1 - i] == 1 && phase == 1);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}
