/* a client and a server over a loopback TCP connection */
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(7000)};
  int server = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0 && listen(server, 4) == 0);
  for (int i = 0; i < 2; ++i)
    if (fork() == 0) {
      close(server);
      int fd = socket(AF_INET, SOCK_STREAM, 0);
      assert(connect(fd, (struct sockaddr *)&name, sizeof name) == 0);
      char c = 'a' + i, answer;
      write(fd, &c, 1);
      assert(read(fd, &answer, 1) == 1);
      assert(answer == c + 1);
      exit(0);
    }
  char first = 0;
  for (int i = 0; i < 2; ++i) {
    int fd = accept(server, 0, 0);
    char c;
    assert(read(fd, &c, 1) == 1);
    if (first == 0) first = c;
    ++c;
    write(fd, &c, 1);
    assert(read(fd, &c, 1) == 0);
    close(fd);
  }
  while (wait(0) > 0) continue;
#ifdef ORDER
  assert(first == 'a');
#endif
}
