/* No size of the copy reaches the byte that the other thread reads. */
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
  memcpy(to, from, mover_choose(3));
  pthread_join(thread, 0);
  return 0;
}
