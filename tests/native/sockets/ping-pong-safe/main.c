#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answer(void *argument) {
  char c;
  while (recv(ends[1], &c, 1, 0) == 1) {
    c++;
    assert(send(ends[1], &c, 1, 0) == 1);
  }
  close(ends[1]);
  return 0;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, answer, 0);
  for (char c = 'a'; c < 'd'; c += 1) {
    char back;
    assert(write(ends[0], &c, 1) == 1);
    assert(read(ends[0], &back, 1) == 1 && back == c + 1);
  }
  close(ends[0]);
  pthread_join(thread, 0);
}
