#include <mover.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, owner;

static int mine(void) {
  pthread_mutex_lock(&m);
  int result = owner == 1;
  pthread_mutex_unlock(&m);
  return result;
}

static void *thread(void *unused) { return unused; }

int main(void) {
  mover_exclusive(&x, mine);
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
  return 0;
}
