/* A step on a stack that the program has allocated: the contents of the thread's own stack are not restored meanwhile. */
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t caller, coroutine;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void body(void) { locks(0); }

int main(void) {
  pthread_t thread;
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = malloc(65536);
  coroutine.uc_stack.ss_size = 65536;
  coroutine.uc_link = &caller;
  makecontext(&coroutine, body, 0);
  pthread_create(&thread, 0, locks, 0);
  swapcontext(&caller, &coroutine);
  pthread_join(thread, 0);
  return 0;
}
