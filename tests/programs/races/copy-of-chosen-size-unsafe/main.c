/* The copy writes the byte that the other thread reads only in one of its sizes; with LEAST=0, in none. */
#include <mover.h>
#include <pthread.h>
#include <string.h>
#ifndef LEAST
#define LEAST 1
#endif
static char from[4], to[4];
static void *reader(void *arg) {
  static char seen;
  seen = to[2];
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  memcpy(to, from, LEAST + mover_choose(3)); /* wrong with 1 */
  pthread_join(thread, 0);
  return 0;
}
