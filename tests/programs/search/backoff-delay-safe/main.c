// The delay grows from round to round, but nothing depends on it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *unused) {
  int delay = 1;
  while (pthread_mutex_trylock(&m) != 0) {
    usleep(delay);
    if (delay < 1024) delay *= 2;
  }
  x++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(x == 3);
}
