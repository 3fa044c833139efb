/* Stoller 2002, section 7: if the first thread that comes may initialise without a lock, it depends on the order
   whether the discipline is broken, and a search that lets a thread go on for as long as it can never sees it. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;
static int v;

static void *first(void *unused) {
  sem_post(&sem);
  v = 1;
  return unused;
}

static void *second(void *unused) {
  sem_wait(&sem);
  pthread_mutex_lock(&o);
  v = 2;
  pthread_mutex_unlock(&o);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&sem, 0, 0);
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
