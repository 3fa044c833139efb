/* A loop counts in the four words of `count` such that a certain hash of the stack does not change (each word is multiplied,
   and its upper bits are added to the lower ones). A search that compares states by this hash alone would see a cycle. */
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
