// The other thread may not write before the timeout of one second.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *give(void *argument) {
  write(ends[1], "x", 1);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  struct pollfd fd = {ends[0], POLLIN, 0};
  int n = poll(&fd, 1, 1000);
  assert(n == 1);
  pthread_join(thread, 0);
}
