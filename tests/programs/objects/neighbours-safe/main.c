#include <pthread.h>
#include <semaphore.h>

static struct { int before; pthread_mutex_t m; int after; } s = {0, PTHREAD_MUTEX_INITIALIZER, 0};

static void *use(void *arg) {
  s.after++;
  pthread_mutex_lock(&s.m);
  pthread_mutex_unlock(&s.m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  s.before++;
  pthread_mutex_lock(&s.m);
  pthread_mutex_unlock(&s.m);
  pthread_join(thread, 0);
}
