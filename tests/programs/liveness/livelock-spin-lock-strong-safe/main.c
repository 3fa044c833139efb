/* Under strong fairness no thread starves at a spin lock: it is free infinitely often, and then the thread is enabled.
   Under weak fairness a thread may starve: it is disabled whenever the other one holds the lock. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t lock;
static int shared;

static void *worker(void *arg) {
  for (;;) {
    pthread_spin_lock(&lock);
    shared = arg != 0;
    pthread_spin_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
