/* A thread writes a thread-local variable of main before main ends by pthread_exit. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int variable;
static int *published;
static sem_t is_written;

static void *use(void *unused) {
  *published = 1;
  sem_post(&is_written);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_written, 0, 0);
  published = &variable;
  pthread_create(&thread, 0, use, 0);
  sem_wait(&is_written);
  assert(variable == 1);
  pthread_exit(0);
}
