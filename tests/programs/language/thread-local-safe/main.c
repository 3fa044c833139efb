#include <assert.h>
#include <pthread.h>

static _Thread_local int own = 5;
static __thread struct { int a; int *self; } zeroed;

static void *worker(void *arg) {
  assert(own == 5 && zeroed.a == 0 && zeroed.self == 0);
  own = *(int *)arg;
  zeroed.self = &own;
  assert(*zeroed.self == *(int *)arg);
  return 0;
}

int main(void) {
  int one = 1, two = 2;
  pthread_t a, b;
  own = 9;
  pthread_create(&a, 0, worker, &one);
  pthread_create(&b, 0, worker, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(own == 9);
  return 0;
}
