/* A failed compare-and-swap acquires if its failure order says so. */
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  (void)arg;
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t s;
  pthread_create(&s, 0, sender, 0);
  int expected = 0;
  if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_acq_rel, memory_order_acquire)) data++;
  pthread_join(s, 0);
  return 0;
}
