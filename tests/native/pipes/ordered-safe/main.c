// Data written before a byte was sent can be read after the byte was received, without a race.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *give(void *argument) {
  data = 42;
  write(ends[1], "x", 1);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  char c;
  read(ends[0], &c, 1);
  assert(data == 42);
  pthread_join(thread, 0);
}
