// A thread replaces what main has looked at, and is joined: the new block may have the address of the old one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *current;
static void *replace(void *unused) {
  free(current);
  current = malloc(SIZE);
  *current = 2;
  return unused;
}
int main(void) {
  current = malloc(sizeof(int));
  *current = 1;
  int *seen = current, value = *current;
  pthread_t t;
  pthread_create(&t, 0, replace, 0);
  pthread_join(t, 0);
  if (SAME(current, seen)) assert(*current == value);
  free(current);
}
