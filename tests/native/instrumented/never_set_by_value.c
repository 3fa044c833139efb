// Uninitialised members of a struct are not tracked when it is passed by value: the report says so.
// expect: safe
// says: uninitialised members of structs that are passed or returned by value are not used afterwards: the program passes or returns one that is initialised in part at never_set_by_value.c:19
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int a, b;
};

static int first(struct pair pair) { return pair.a; }

static void* run(void* arg) { return arg; }

int main() {
  pthread_t thread;
  struct pair* pair = malloc(sizeof *pair);
  pair->a = 0;
  if (first(*pair) != 0) abort();
  pthread_create(&thread, 0, run, pair);
  pthread_join(thread, 0);
  free(pair);
}
