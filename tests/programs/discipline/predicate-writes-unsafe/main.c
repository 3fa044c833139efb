/* A predicate is evaluated after every step and must have no side effects. */
#include <mover.h>
#include <pthread.h>

static int x, evaluated;

static int counted(void) { return ++evaluated > 0; }

static void *thread(void *unused) { return unused; }

int main(void) {
  mover_exclusive(&x, counted);
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
  return 0;
}
