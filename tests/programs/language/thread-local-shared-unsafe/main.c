/* Other threads may access a thread-local variable through a pointer. */
#include <pthread.h>

static _Thread_local int own;

static void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &own);
  own = 2;
  pthread_join(t, 0);
  return 0;
}
