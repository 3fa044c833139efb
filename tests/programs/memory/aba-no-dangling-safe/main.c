// Blocks are freed and allocated, and there are no pointers to freed blocks.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *p;
static void *f(void *unused) {
  pthread_mutex_lock(&m);
  free(p);
  p = malloc(sizeof *p);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  p = malloc(sizeof *p);
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  free(p);
}
