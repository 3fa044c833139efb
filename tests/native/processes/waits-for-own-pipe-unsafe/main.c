#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  if (fork() == 0) _exit(0);
  char c;
  read(ends[0], &c, 1); /* waits for ever, because the process keeps the write end open */
  wait(0);
}
