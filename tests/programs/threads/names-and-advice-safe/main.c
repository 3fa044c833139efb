#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void *worker(void *arg) {
  struct timespec moment = {0, 1000};
  char name[16];
  int old;
  (void)arg;
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  sched_yield();
  usleep(10);
  assert(sleep(1) == 0);
  assert(nanosleep(&moment, 0) == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  assert(pthread_setconcurrency(2) == 0);
  pthread_create(&t, 0, worker, 0);
  sched_yield();
  pthread_join(t, 0);
  return 0;
}
