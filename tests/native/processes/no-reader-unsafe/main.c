#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
#ifdef IGNORE
  signal(SIGPIPE, SIG_IGN);
#endif
  pipe(ends);
  if (fork() == 0) {
    close(ends[0]);
    int n = write(ends[1], "abc", 3);
    assert(n == 3 || (n == -1 && errno == EPIPE));
    exit(0);
  }
  close(ends[1]);
  close(ends[0]);
  wait(0);
}
