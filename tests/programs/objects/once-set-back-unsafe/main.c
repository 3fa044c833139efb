#include <pthread.h>
#include <semaphore.h>
#include <assert.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int calls;

static void count(void) { calls++; }

int main(void) {
  pthread_once(&control, count);
  pthread_once(&control, count);
  assert(calls == 1);
  control = PTHREAD_ONCE_INIT;
  pthread_once(&control, count);
  assert(calls == 1); /* wrong */
}
