#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void *other(void *argument) {
  char a[2], b[8];
  struct iovec parts[] = {{a, sizeof a}, {b, sizeof b}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  assert(recvmsg(ends[1], &message, MSG_WAITALL) > 0);
  char c;
  while (recv(ends[1], &c, 1, 0) == 1) continue;
  assert(send(ends[1], "y", 1, 0) == 1);
  return 0;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  struct iovec parts[] = {{"abc", 3}, {"de", 2}};
  assert(writev(ends[0], parts, 2) == 5);
  assert(shutdown(ends[0], SHUT_WR) == 0);
  assert(send(ends[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  char c;
  assert(recv(ends[0], &c, 1, MSG_PEEK) == 1 && c == 'y');
  assert(recv(ends[0], &c, 1, 0) == 1 && c == 'y');
  assert(recv(ends[0], &c, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  pthread_join(thread, 0);
}
