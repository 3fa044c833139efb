#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int counter;

static void add(void) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  add();
  add();
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attr;
  int type;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, TYPE);
  pthread_mutexattr_gettype(&attr, &type);
  assert(type == TYPE);
  pthread_mutex_init(&m, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 4);
  pthread_mutex_destroy(&m);
  return 0;
}
