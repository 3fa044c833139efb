#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int ends[2], event;

static void *give(void *argument) {
  write(ends[1], "x", 1);
  eventfd_write(event, 3);
  return 0;
}

int main(void) {
  pipe(ends);
  event = eventfd(0, 0);
  int set = epoll_create1(0);
  struct epoll_event one = {EPOLLIN, {.fd = ends[0]}}, other = {EPOLLIN, {.fd = event}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &one) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, event, &other) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  int done = 0;
  while (done != 3) {
    struct epoll_event events[4];
    int n = epoll_wait(set, events, 4, -1);
    assert(n >= 1);
    for (int i = 0; i < n; i++) {
      char c;
      eventfd_t value;
      if (events[i].data.fd == ends[0])
        assert(read(ends[0], &c, 1) == 1), done |= 1;
      else
        assert(eventfd_read(event, &value) == 0 && value == 3), done |= 2;
    }
  }
  assert(epoll_wait(set, &one, 1, 0) == 0);
  pthread_join(thread, 0);
}
