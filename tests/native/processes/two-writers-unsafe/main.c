#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  for (int i = 0; i < 2; ++i)
    if (fork() == 0) {
      char c = 'a' + i;
      write(ends[1], &c, 1);
      _exit(i);
    }
  close(ends[1]);
  char s[3] = {0};
  assert(read(ends[0], s, 1) == 1);
  assert(read(ends[0], s + 1, 1) == 1);
  assert(read(ends[0], s + 2, 1) == 0);
  int st;
  pid_t a = wait(&st);
  pid_t b = wait(&st);
  assert(a != b && wait(0) == -1);
  assert(s[0] == 'a' && s[1] == 'b');
}
