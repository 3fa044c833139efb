/* std::barrier: each thread reads what the other wrote before it arrived. */
#include <barrier>
#include <cassert>
#include <thread>

static int prepared[2];
static std::barrier phase(2);

static void work(int me) {
  prepared[me] = me + 1;
  phase.arrive_and_wait();
  assert(prepared[1 - me] == 2 - me);
}

int main() {
  std::thread other(work, 0);
  work(1);
  other.join();
}
