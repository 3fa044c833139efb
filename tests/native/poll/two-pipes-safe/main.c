#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];

static void *write_to(void *argument) {
  int *ends = argument;
  write(ends[1], "x", 1);
  close(ends[1]);
  return 0;
}

int main(void) {
  pipe(a);
  pipe(b);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_to, a);
  pthread_create(&threads[1], 0, write_to, b);
  struct pollfd fds[] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  int seen = 0, open = 2;
  while (open > 0) {
    int n = poll(fds, 2, -1);
    assert(n == 1 || n == 2);
    for (int i = 0; i < 2; i++) {
      if (fds[i].revents == 0) continue;
      char c;
      if (read(fds[i].fd, &c, 1) == 1)
        seen++;
      else
        open--, fds[i].fd = -1;
    }
  }
  assert(seen == 2);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
