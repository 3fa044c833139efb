/* std::latch and std::barrier. */
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>

static int prepared[2], seen[2];
static std::latch ready(2);
static std::barrier phase(2);

static void work(int me) {
  prepared[me] = me + 1;
  ready.arrive_and_wait();
  seen[me] = prepared[1 - me];
  phase.arrive_and_wait();
  assert(seen[0] == 2 && seen[1] == 1);
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
}
