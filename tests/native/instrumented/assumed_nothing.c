// No assumption is listed that the program does not rely on: pointers into one object are ordered independently of its address.
// expect: safe
// leaves out: arguments
// leaves out: environment
// leaves out: standard input
// leaves out: one placement
// leaves out: random
// leaves out: weaker memory orders
#include <pthread.h>
#include <stdlib.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  (void)argc, (void)argv;
  int local[10], *heap = malloc(sizeof local);
  for (int *p = local; p < local + 10; p++) *p = 1;
  for (int *p = heap; p < heap + 10; p++) *p = p - heap;
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  f(0);
  pthread_join(t, 0);
  free(heap);
  return 0;
}
