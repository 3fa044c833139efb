#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    char c;
    read(ends[0], &c, 1);
    assert(c == 'b');
    return 0;
  }
  char c = 'a';
  write(ends[1], &c, 1);
  wait(0);
}
