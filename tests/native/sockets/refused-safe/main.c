// Whether a thread listens already depends on the order.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {AF_INET, 0x901f, {0x100007f}};

static void *client(void *argument) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) assert(errno == ECONNREFUSED);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, client, 0);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(listener, 1) == 0);
  pthread_join(thread, 0);
}
