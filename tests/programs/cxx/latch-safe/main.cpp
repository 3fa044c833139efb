/* std::latch: what a thread wrote before it arrived is there for the others. */
#include <cassert>
#include <latch>
#include <thread>

static int prepared[2];
static std::latch ready(2);

static void work(int me) {
  prepared[me] = me + 1;
  ready.arrive_and_wait();
  assert(prepared[1 - me] == 2 - me);
}

int main() {
  std::thread other(work, 0);
  work(1);
  other.join();
}
