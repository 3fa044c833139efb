/* The reader of `ready` is ordered after the write of `ready`, but not after the rest of that atomic section. With
   DATA_FIRST the data is written before it, so its reader is ordered after it. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int data, copy;
static void *writer(void *arg) {
  mover_atomic_begin();
#ifdef DATA_FIRST
  data = 1;
#endif
  ready = 1;
#ifndef DATA_FIRST
  data = 1;
#endif
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
