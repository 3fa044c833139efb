/* A stack that the program has allocated is used up to its end. The memory below it is still in use and must not be cleared. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <ucontext.h>

static struct {
  char needed[1024], stack[64 * 1024];
} memory;
static ucontext_t caller, coroutine;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void locks(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void body(void) {
  memset(memory.stack, 1, sizeof memory.stack - 4096);
  locks();
}

static void *thread(void *arg) {
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = memory.stack;
  coroutine.uc_stack.ss_size = sizeof memory.stack;
  coroutine.uc_link = &caller;
  makecontext(&coroutine, body, 0);
  swapcontext(&caller, &coroutine);
  return arg;
}

int main(void) {
  pthread_t other;
  memset(memory.needed, 7, sizeof memory.needed);
  pthread_create(&other, 0, thread, 0);
  locks();
  pthread_join(other, 0);
  assert(memory.needed[0] == 7 && memory.needed[1023] == 7);
  return 0;
}
