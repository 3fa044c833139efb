// Other threads see x before the assertion fails, which is not asked for and ends the execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int y;

static void *fails(void *arg) {
  (void)arg;
  x = 1;
  assert(0);
  return 0;
}

static void *writes(void *arg) {
  if (arg == 0 || x) y = 1;
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, fails, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_create(&c, 0, writes, &y);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
