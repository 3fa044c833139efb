// The report names arrays of variable length, and does not give memory without a name the name of its neighbour.
// expect: race
// compiler: -lm
// says: data race on array[1] in main
// says: data race on a local variable of main
// says: data race on signgam
// leaves out: thread-
// leaves out: thread+
#include <math.h>
#include <pthread.h>

static void *change(void *where) {
  ((long *)where)[1]++;
  lgamma(2.5);
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread, other;
  long array[argc + 3], *literal = (long[]){1, 2, 3};
  array[1] = 0;
  pthread_create(&thread, 0, change, array);
  pthread_create(&other, 0, change, literal);
  array[1]++;
  literal[1]++;
  pthread_join(thread, 0);
  pthread_join(other, 0);
  return signgam == 7;
}
