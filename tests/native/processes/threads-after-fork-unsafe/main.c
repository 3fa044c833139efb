#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int x;
static void *f(void *a) {
  x++;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
#ifndef LIVE
  pthread_join(t, 0);
#endif
  if (fork() == 0) {
    pthread_t u, v;
    pthread_create(&u, 0, f, 0);
#ifdef RACE
    pthread_create(&v, 0, f, 0);
    pthread_join(v, 0);
#endif
    pthread_join(u, 0);
#ifndef RACE
    assert(x == 2);
#endif
    exit(0);
  }
#ifdef LIVE
  pthread_join(t, 0);
#endif
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  assert(x == 2);
  wait(0);
}
