#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int x;
int main(void) {
  int ends[2];
  pipe(ends);
  int local = 5;
  pid_t child = fork();
  if (child == 0) {
    x = 7;
    local = 6;
    char c = 'a';
    write(ends[1], &c, 1);
    _exit(3);
  }
  char c = 0;
  assert(read(ends[0], &c, 1) == 1);
  assert(c == 'a');
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  assert(x == 0 && local == 5);
  return 0;
}
