#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void *leave(void *argument) {
  close(ends[0]);
  return 0;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  long n = write(ends[1], "x", 1);
  assert(n == 1 || (n == -1 && errno == EPIPE));
  pthread_join(thread, 0);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}
