/* the second child keeps the write end that it has inherited, so the first one never reads the end */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int a[2];
  char c;
  pipe(a);
  pid_t reader = fork();
  if (reader == 0) {
    close(a[1]);
    while (read(a[0], &c, 1) == 1) continue;
    exit(0);
  }
  int b[2];
  pipe(b);
  pid_t other = fork();
  if (other == 0) {
#ifdef CLOSE
    close(a[1]);
#endif
    close(b[1]);
    read(b[0], &c, 1);
    exit(0);
  }
  close(a[1]);
  waitpid(reader, 0, 0);
  close(b[1]);
  waitpid(other, 0, 0);
}
