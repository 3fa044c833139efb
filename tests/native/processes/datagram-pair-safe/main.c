#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char text[8];
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  if (fork() == 0) {
    write(ends[1], "abc", 3);
    write(ends[1], "de", 2);
    exit(0);
  }
  assert(read(ends[0], text, 2) == 2 && read(ends[0], text, 8) == 2 && text[0] == 'd');
  wait(0);
}
