/* std::latch, std::barrier and std::counting_semaphore. */
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static int prepared[2], seen[2];
static std::latch ready(2);
static std::barrier phase(2);
static std::counting_semaphore<2> permits(1);
static int inside;

static void work(int me) {
  prepared[me] = me + 1;
  ready.arrive_and_wait();
  seen[me] = prepared[1 - me];
  phase.arrive_and_wait();
  assert(seen[0] == 2 && seen[1] == 1);
  permits.acquire();
  assert(++inside == 1);
  inside--;
  permits.release();
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  assert(permits.try_acquire());
}
