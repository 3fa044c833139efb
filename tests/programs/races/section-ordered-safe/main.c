/* The data is written before `ready`, so its reader is ordered after it. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int data, copy;
static void *writer(void *arg) {
  mover_atomic_begin();
  data = 1;
  ready = 1;
  mover_atomic_end();
  return arg;
}
static void *reader(void *arg) {
  if (ready) copy = data;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
