/* The copy writes the byte that the other thread reads only in one of its sizes. */
#include <mover.h>
#include <pthread.h>
#include <string.h>
static char from[4], to[4];
static void *reader(void *arg) {
  static char seen;
  seen = to[2];
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  memcpy(to, from, 1 + mover_choose(3)); /* wrong */
  pthread_join(thread, 0);
  return 0;
}
