// A byte from one writer does not order the actions of the other one.
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *give(void *argument) {
  data = 42;
  write(ends[1], "x", 1);
  return 0;
}

static void *disturb(void *argument) {
  write(ends[1], "y", 1);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t a, b;
  pthread_create(&a, 0, give, 0);
  pthread_create(&b, 0, disturb, 0);
  char c;
  read(ends[0], &c, 1);
  int seen = data;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return seen;
}
