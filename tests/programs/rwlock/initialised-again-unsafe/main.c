/* Initialising a readers-writer lock again drops the order that it has established. */
#include <mover.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_rwlock_t l;
static atomic_int used;
static int x;

static void *user(void *unused) {
  x = 1;
  pthread_rwlock_wrlock(&l), pthread_rwlock_unlock(&l);
  atomic_store_explicit(&used, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&l, 0);
  pthread_create(&thread, 0, user, 0);
  mover_assume(atomic_load_explicit(&used, memory_order_relaxed));
  pthread_rwlock_init(&l, 0);
  pthread_rwlock_wrlock(&l), pthread_rwlock_unlock(&l);
  x = 2;
  pthread_join(thread, 0);
  return 0;
}
