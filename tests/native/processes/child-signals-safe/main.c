#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void on(int s) { (void)s; }
int main(void) {
#ifdef HANDLER
  signal(SIGCHLD, on);
#else
  (void)on;
  signal(SIGCHLD, SIG_IGN);
#endif
  pid_t child = fork();
  if (child == 0) _exit(0);
  assert(wait(0) == -1 && errno == ECHILD);
  assert(kill(child, 0) == -1);
}
