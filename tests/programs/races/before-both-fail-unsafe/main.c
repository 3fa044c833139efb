// In either order an assertion fails before the other thread's access is executed.
#include <assert.h>
#include <pthread.h>

int x, y;

void *writer(void *unused) {
  y = 0;
  assert(x == 2);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = y;
  assert(seen == 1);
  return 0;
}
