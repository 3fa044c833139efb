#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int st;
  assert(wait(&st) == -1 && errno == ECHILD);
  pid_t a = fork();
  if (a == 0) _exit(1);
  pid_t b = fork();
  if (b == 0) _exit(2);
  pid_t first = wait(&st);
#ifdef ORDER
  assert(first == a);
#endif
  pid_t second = wait(&st);
  assert(first + second == a + b);
  assert(waitpid(a, &st, 0) == -1 && errno == ECHILD);
  assert(waitpid(first, &st, WNOHANG) == -1 && errno == ECHILD);
  return 0;
}
