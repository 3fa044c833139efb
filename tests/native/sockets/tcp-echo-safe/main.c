#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void *client(void *argument) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
  assert(send(fd, "hello", 5, 0) == 5);
  shutdown(fd, SHUT_WR);
  char text[16];
  ssize_t n, size = 0;
  while ((n = recv(fd, text + size, sizeof text - (size_t)size, 0)) > 0) size += n;
  assert(size == 5 && memcmp(text, "hello", 5) == 0);
  close(fd);
  return 0;
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(listener, 4) == 0);
  socklen_t size = sizeof address;
  assert(getsockname(listener, (struct sockaddr *)&address, &size) == 0 && address.sin_port != 0);
  pthread_t thread;
  pthread_create(&thread, 0, client, 0);
  int fd = accept(listener, 0, 0);
  assert(fd >= 0);
  char c;
  while (read(fd, &c, 1) == 1) assert(write(fd, &c, 1) == 1);
  close(fd);
  close(listener);
  pthread_join(thread, 0);
}
