/* A thread that acquires and releases passes on the order that it has acquired; a relaxed store ends the release sequence. */
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

static void *third(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&flag, READ) == 1) atomic_store_explicit(&flag, 2, WRITE);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, sender, 0);
  pthread_create(&t, 0, third, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) data++;
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
