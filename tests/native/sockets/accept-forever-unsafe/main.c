// The client tests a flag instead of waiting until the server listens.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {AF_INET, 0x901f, {0x100007f}};
static atomic_int listens;

static void *client(void *argument) {
  if (!listens) return 0;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  connect(fd, (struct sockaddr *)&address, sizeof address);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, client, 0);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  bind(listener, (struct sockaddr *)&address, sizeof address);
  listen(listener, 1);
  listens = 1;
  accept(listener, 0, 0);
  pthread_join(thread, 0);
}
