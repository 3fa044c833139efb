/* A thread that spins, and acquires; in another test it does not, nor does the other release. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_release
#define LOAD memory_order_acquire
#endif

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  (void)arg;
  data = 1;
  atomic_store_explicit(&flag, 1, STORE);
  return 0;
}

int main(void) {
  pthread_t s;
  pthread_create(&s, 0, sender, 0);
  while (atomic_load_explicit(&flag, LOAD) == 0) {
  }
  data++;
  pthread_join(s, 0);
  return 0;
}
