/* A loop that counts in the four words of `count`, such that a sum over the stack which mixes word after word (multiplied,
   its upper bits folded in) stays the same: a search that compares the sum alone sees a cycle. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag;

static void *waiter(void *unused) {
  const uint64_t first = UINT64_C(1) << 63, second = first | first >> 29;
  volatile uint64_t count[4] = {0};
  while (!atomic_load(&flag)) {
    count[0] ^= first;
    count[1] ^= second;
    if (count[0] == 0) {
      count[2] ^= first;
      count[3] ^= second;
    }
    assert(count[0] == 0 || count[2] == 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_join(thread, 0);
  return 0;
}
