#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  _Atomic int *x = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int priv = 0;
  if (fork() == 0) {
    int v = *x;
    *x = v + 1;
    priv++;
    assert(priv == 1);
    return 0;
  }
  int v = *x;
  *x = v + 1;
  priv++;
  wait(0);
  assert(priv == 1);
  assert(*x == 2);
}
