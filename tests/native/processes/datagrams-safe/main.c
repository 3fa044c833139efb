/* A client sends two datagrams to a server. If one is lost, the server waits for ever. */
#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(7000)};
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int server = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0);
  if (fork() == 0) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    char answer[8];
    assert(sendto(fd, "one", 3, 0, (struct sockaddr *)&name, sizeof name) == 3);
    assert(connect(fd, (struct sockaddr *)&name, sizeof name) == 0);
    assert(write(fd, "second", 6) == 6);
    assert(recv(fd, answer, 8, 0) == 2 && memcmp(answer, "ok", 2) == 0);
    exit(0);
  }
  char text[8];
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  ssize_t n = recvfrom(server, text, 8, 0, (struct sockaddr *)&from, &size);
#ifdef ORDER
  assert(n == 3);
#endif
  n = recv(server, text, 4, 0);
  assert(n == 4 || n == 3);
  assert(sendto(server, "ok", 2, 0, (struct sockaddr *)&from, size) == 2);
  wait(0);
}
