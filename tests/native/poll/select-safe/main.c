#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
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
  for (;;) {  // each time the call may time out
    struct timeval limit = {1, 0};
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(ends[0], &in);
    int n = select(ends[0] + 1, &in, &out, 0, &limit);
    if (n == 0) continue;
    assert(n == 1 && FD_ISSET(ends[0], &in));
    break;
  }
  char c;
  assert(read(ends[0], &c, 1) == 1);
  pthread_join(thread, 0);
}
