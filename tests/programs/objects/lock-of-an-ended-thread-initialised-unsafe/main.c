/* A thread takes a lock and ends without releasing it; AFTER is done when it has been joined. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct locks {
  pthread_mutex_t mutex, robust;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
} *s;

static void *use(void *arg) {
  TAKE;
  return arg;
}

int main(void) {
  s = malloc(sizeof *s);
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&s->mutex, 0);
  pthread_mutex_init(&s->robust, &robust);
  pthread_rwlock_init(&s->rwlock, 0);
  pthread_spin_init(&s->spin, 0);
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  AFTER;
}
