// With a full backlog, a client waits until the server accepts.
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {AF_INET, 0x901f, {0x100007f}};

static void *client(void *argument) {
  for (int i = 0; i < 2; i++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    close(fd);
  }
  return 0;
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 0) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, client, 0);
  for (int i = 0; i < 2; i++) {
    int fd = accept4(listener, 0, 0, SOCK_CLOEXEC);
    char c;
    assert(fd >= 0 && read(fd, &c, 1) == 0);
    close(fd);
  }
  pthread_join(thread, 0);
}
