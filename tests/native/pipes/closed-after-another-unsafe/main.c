// In most orders the second reader finds a closed descriptor. If it gets the byte, the first reader waits for ever and does
// not close the descriptor.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *give(void *argument) {
  write(ends[1], "x", 1);
  return 0;
}

static void *take_and_close(void *argument) {
  char c;
  read(ends[0], &c, 1);
  close(ends[0]);
  return 0;
}

static void *take_and_wait(void *argument) {
  char c;
  read(ends[0], &c, 1);
  struct pollfd fd = {ends[0], POLLIN, 0};
  poll(&fd, 1, -1);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, give, 0);
  pthread_create(&threads[1], 0, take_and_close, 0);
  pthread_create(&threads[2], 0, take_and_wait, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
