#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
_Thread_local atomic_int l;
atomic_int *_Atomic p;
sem_t done;
static void *h(void *unused) { p = &l; sem_wait(&done); return 0; }
static void *f(void *unused) {
  atomic_int *q = p;
  if (q) *q = 1;
  sem_post(&done);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, h, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
