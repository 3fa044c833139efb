// Text to numbers and back, in two threads: printf, snprintf, strtol, strtok_r, errno.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *convert(void *argument) {
  int me = (int)(long)argument;
  char text[64], *rest, *state;
  errno = me;
  snprintf(text, sizeof text, "%d,%s,%.2f", 40 + me, "x", 0.25);
  char *word = strtok_r(text, ",", &state);
  assert(strtol(word, &rest, 10) == 40 + me && *rest == 0);
  assert(strcmp(strtok_r(0, ",", &state), "x") == 0);
  assert(strtod(strtok_r(0, ",", &state), 0) == 0.25);
  printf("thread %d\n", me);
  assert(errno == me);
  return strdup(me ? "one" : "two");
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, convert, (void *)1);
  void *mine = convert(0), *other;
  pthread_join(t, &other);
  assert(strcmp(mine, "two") == 0 && strcmp(other, "one") == 0);
  free(mine);
  free(other);
  return 0;
}
