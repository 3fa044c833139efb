/* main publishes a thread-local variable for a moment, and ends by pthread_exit. */
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local atomic_int variable;
static atomic_int *_Atomic published;

static void *use(void *unused) {
  atomic_int *used = published;
  if (used != 0) *used = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  published = &variable;
  published = 0;
  pthread_exit(0);
}
