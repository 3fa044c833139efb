#include <assert.h>
#include <pthread.h>

static int initialised, value;
static int done;

static void initialise(void) {
  initialised++;
  value = 42;
}

static void *worker(void *arg) {
  (void)arg;
  if (!done) {
    initialise();
    done = 1;
  }
  assert(value == 42 && initialised == 1); /* wrong */
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
