#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  pid_t a = fork();
  if (a == 0) _exit(1);
  int st;
  pid_t r = waitpid(a, &st, WNOHANG);
  assert(r == 0 || r == a);
#ifdef BAD
  assert(r == a);
#endif
  if (r == 0) waitpid(a, &st, 0);
  assert(WEXITSTATUS(st) == 1);
}
