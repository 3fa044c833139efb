// What a thread does before it comes to a barrier, the others see behind it; what the last one does in between, all see.
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
