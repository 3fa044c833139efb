// Two threads that access N elements of an array each, with LOCKS each under a lock of its own. All steps of one thread
// are independent of those of the other, so one execution suffices. It has 4N steps (8N with LOCKS), and no access
// can be forgotten before the threads are joined.
#include <pthread.h>
#ifndef N
#define N 10000
#endif

struct own {
  pthread_mutex_t lock;
  int elements[N];
};
static struct own owns[2] = {{PTHREAD_MUTEX_INITIALIZER, {0}}, {PTHREAD_MUTEX_INITIALIZER, {0}}};

static void *writer(void *argument) {
  struct own *own = argument;
  for (int i = 0; i < N; ++i) {
#ifdef LOCKS
    pthread_mutex_lock(&own->lock);
#endif
    own->elements[i] += i;
#ifdef LOCKS
    pthread_mutex_unlock(&own->lock);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, writer, &owns[0]);
  pthread_create(&other, 0, writer, &owns[1]);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
