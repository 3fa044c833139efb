/* The parent ends first. The child continues, and its assertion fails. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  if (fork() == 0) {
    close(ends[1]);
    char c;
    assert(read(ends[0], &c, 1) == 0);
    assert(getppid() == 1 BAD);
    return 0;
  }
  return 3;
}
