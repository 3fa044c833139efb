// Two threads increment two counters under a lock, in endless loops. Under the lock, the counters are equal. With -DBUG
// one of the threads releases the lock between the two increments in every fourth iteration.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

static unsigned x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(x == y);
    x++;
#ifdef BUG
    if (x % 4 == 0) {
      pthread_mutex_unlock(&lock);
      pthread_mutex_lock(&lock);
    }
#endif
    y++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  return 0;
}
