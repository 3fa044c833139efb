/* Data and a flag. Sequentially consistent accesses acquire and release; other tests have other orders: compilers take
   consume for acquire, and so does Mover, and where either side is relaxed the flag is seen, and orders nothing. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
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
  if (atomic_load_explicit(&flag, LOAD) == 1) data++;
  pthread_join(s, 0);
  return 0;
}
