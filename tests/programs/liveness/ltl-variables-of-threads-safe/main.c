/* Each thread has its own `mine`; `local` is a local variable of a recursive function. */
#include <pthread.h>

static _Thread_local volatile int mine = 7;

static void recurse(int depth) {
  volatile int local = depth;
  if (depth < 2) recurse(depth + 1);
  local = 9;
}

static void *work(void *arg) {
  mine = 1;
  recurse(1);
  return arg;
}

static void *idle(void *arg) {
  return arg;
}

int main(void) {
  pthread_t worker, idler;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&idler, 0, idle, 0);
  pthread_join(worker, 0);
  pthread_join(idler, 0);
  mine = 2;
  return 0;
}
