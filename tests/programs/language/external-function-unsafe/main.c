/* A violation before the undefined function is still reported. */
#include <assert.h>
#include <pthread.h>

int somewhere_else(void);

static void *worker(void *arg) {
  assert(arg); /* wrong */
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  somewhere_else();
  pthread_join(t, 0);
  return 0;
}
