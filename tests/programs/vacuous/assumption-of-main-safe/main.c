/* The false assumption is before the creation of threads. */
#include <pthread.h>

void __VERIFIER_assume(int);
static int x;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  __VERIFIER_assume(x == 1);
  pthread_create(&a, 0, worker, 0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
