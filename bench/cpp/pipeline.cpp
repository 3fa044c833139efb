// Two workers that meet at a barrier after each phase; a latch tells main that both have finished.
// expect: safe
// wrong: deadlock, the latch expects main, too
#include <array>
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::array<int, 2> input{1, 2}, middle{}, output{};
  std::barrier phase(2);
#ifdef WRONG
  std::latch finished(3);
#else
  std::latch finished(2);
#endif
  const auto work = [&](int me) {
    middle[me] = input[me] * 2;
    phase.arrive_and_wait();
    output[me] = middle[0] + middle[1] + me;
    finished.count_down();
  };
  std::jthread one(work, 0), two(work, 1);
  finished.wait();
  assert(output[0] == 6 && output[1] == 7);
}
