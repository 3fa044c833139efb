/* A semaphore has its largest value, except between the wait and the post of a thread. The other thread's post succeeds only
   there, and makes the first thread's post fail. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void succeeds(int result) { assert(result == 0); }
static void fails(int result) { assert(result != 0); }
static void may_fail(int result) { (void)result, (void)succeeds, (void)fails; }

static void *take_and_post(void *unused) {
  sem_wait(&semaphore);
  AFTER_WAIT(sem_post(&semaphore));
  return unused;
}

static void *post(void *unused) {
  BY_OTHER(sem_post(&semaphore));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&semaphore, 0, SEM_VALUE_MAX);
  pthread_create(&threads[0], 0, take_and_post, 0);
  pthread_create(&threads[1], 0, post, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
