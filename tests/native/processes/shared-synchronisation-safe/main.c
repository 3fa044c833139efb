/* Two processes share a mutex, a condition, a semaphore and a barrier. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared {
  pthread_mutex_t m;
  pthread_cond_t c;
  sem_t s;
  pthread_barrier_t b;
  int ready, x;
};
int main(void) {
  struct shared *s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t ma;
  pthread_mutexattr_init(&ma);
  pthread_mutexattr_setpshared(&ma, 1);
  pthread_mutex_init(&s->m, &ma);
  pthread_condattr_t ca;
  pthread_condattr_init(&ca);
  pthread_condattr_setpshared(&ca, 1);
  pthread_cond_init(&s->c, &ca);
  pthread_barrierattr_t ba;
  pthread_barrierattr_init(&ba);
  pthread_barrierattr_setpshared(&ba, 1);
  pthread_barrier_init(&s->b, &ba, 2);
  sem_init(&s->s, 1, 0);
  if (fork() == 0) {
    pthread_mutex_lock(&s->m);
    s->ready = 1;
    pthread_mutex_unlock(&s->m);
    pthread_cond_signal(&s->c);
    pthread_barrier_wait(&s->b);
    s->x = 5;
    sem_post(&s->s);
    return 7;
  }
  pthread_mutex_lock(&s->m);
  while (!s->ready) pthread_cond_wait(&s->c, &s->m);
  pthread_mutex_unlock(&s->m);
  pthread_barrier_wait(&s->b);
  sem_wait(&s->s);
  assert(s->x == 5);
  int st;
  wait(&st);
  assert(WEXITSTATUS(st) == 7);
}
