// Spins until there is data, and fills a pipe until it is full.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *send(void *argument) {
  write(ends[1], "x", 1);
  return 0;
}

int main(void) {
  pipe2(ends, O_NONBLOCK);
  assert((fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
  pthread_t thread;
  pthread_create(&thread, 0, send, 0);
  char c = 0;
  while (read(ends[0], &c, 1) == -1) assert(errno == EAGAIN);
  assert(c == 'x');
  pthread_join(thread, 0);

  static char block[4096];
  int blocks = 0;
  while (write(ends[1], block, sizeof block) == sizeof block) blocks++;
  assert(errno == EAGAIN && blocks == 16);
  assert(read(ends[0], block, sizeof block) == sizeof block);
  assert(write(ends[1], block, sizeof block) == sizeof block);
}
