// Children create and join many threads in turn. The numbers of joined threads can be reused by threads of other creators.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *argument) {
  pthread_mutex_lock(&lock);
  ++sum;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *several(void *argument) {
  for (int i = 0; i < (argument ? 20 : 1); ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 5; ++i) {
    pthread_create(&a, 0, several, &sum);
    pthread_join(a, 0);
  }
  pthread_create(&a, 0, several, 0);
  pthread_create(&b, 0, several, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 102);
  return 0;
}
