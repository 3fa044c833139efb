#include <mover.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  (void)arg;
  
  x++; /* wrong */
  
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  mover_assert(x == 2);
  return 0;
}
