/* A release fence on the writing side, and an acquiring read: both are needed. */
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  (void)arg;
  data = 1;
  FENCE(RELEASE);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t s;
  pthread_create(&s, 0, sender, 0);
  if (atomic_load_explicit(&flag, READ) == 1) data++;
  pthread_join(s, 0);
  return 0;
}
