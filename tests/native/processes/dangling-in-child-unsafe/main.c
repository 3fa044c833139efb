/* the child uses a local variable of a function that has returned; the parent does not */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int *p;
static int f(int n) {
  int local[4] = {n, 1, 2, 3};
  p = local;
  return local[n & 3];
}
int main(void) {
  f(1);
  if (fork() == 0) exit(*p);
  wait(0);
}
