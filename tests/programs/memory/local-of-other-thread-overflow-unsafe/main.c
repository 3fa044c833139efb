/* A function writes past the end of another thread's array. */
#include <pthread.h>

static void put(int *p, int i) {
  p[i] = 7; /* wrong */
}

static void *worker(void *arg) {
  put(arg, 4);
  return 0;
}

int main(void) {
  pthread_t t;
  int a[4] = {0};
  pthread_create(&t, 0, worker, a);
  pthread_join(t, 0);
  return a[0];
}
