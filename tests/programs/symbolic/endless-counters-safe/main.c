#include <assert.h>
#include <pthread.h>

static unsigned x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(x == y);
    x++;
    y++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  return 0;
}
