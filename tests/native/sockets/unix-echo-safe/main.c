// Two clients of one server, in either order.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {AF_UNIX, "/tmp/a-name-that-is-not-in-the-file-system"};

static void *client(void *argument) {
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
  char c = argument == 0 ? 'a' : 'b', back;
  assert(write(fd, &c, 1) == 1);
  assert(read(fd, &back, 1) == 1 && back == c);
  close(fd);
  return 0;
}

int main(void) {
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(listener, 2) == 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, client, 0);
  pthread_create(&threads[1], 0, client, &address);
  int seen = 0;
  for (int i = 0; i < 2; i++) {
    int fd = accept(listener, 0, 0);
    char c;
    assert(read(fd, &c, 1) == 1);
    seen |= 1 << (c - 'a');
    assert(write(fd, &c, 1) == 1);
    close(fd);
  }
  assert(seen == 3);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
