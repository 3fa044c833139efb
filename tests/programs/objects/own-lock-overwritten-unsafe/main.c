/* A lock that a thread holds, and overwrites itself. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct state {
  int before;
  pthread_mutex_t mutex;
  pthread_rwlock_t rwlock;
  int after;
};
static const struct state fresh = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, 0};
static struct state s = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, 0};

static void *use(void *arg) {
  TAKE;
  OVERWRITE;
  TAKE;
  GIVE;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
}
