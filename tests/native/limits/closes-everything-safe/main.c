// Like a starting server, the program closes all descriptors; Mover's own stay open.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *nothing(void *argument) { return argument; }

int main(void) {
  int ends[2];
  pthread_t thread;
  assert(pipe(ends) == 0);
  closefrom(3);
  assert(write(ends[1], "x", 1) == -1 && errno == EBADF);
  assert(pipe(ends) == 0);
  assert(close_range((unsigned)ends[0], (unsigned)ends[0], 0) == 0);
  assert(close(ends[0]) == -1 && close(ends[1]) == 0);
  syscall(SYS_close_range, 3, ~0u, 0);
  for (int i = 3; i < 64; ++i) syscall(SYS_close, i);
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, 0);
  return 0;
}
