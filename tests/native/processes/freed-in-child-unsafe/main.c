/* Only the child uses memory after it has freed it. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int *p = malloc(4);
  *p = 1;
  if (fork() == 0) {
    free(p);
    return *p;
  }
  int r = *p;
  free(p);
  wait(0);
  return r - 1;
}
