#include <pthread.h>
#include <sched.h>

static pthread_spinlock_t s;

static void *worker(void *arg) {
  (void)arg;
  pthread_spin_lock(&s);
  pthread_spin_lock(&s);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_spin_init(&s, 0);
  pthread_create(&a, 0, worker, 0);
  for (;;) sched_yield();
}
