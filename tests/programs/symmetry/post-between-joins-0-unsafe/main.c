// Main posts between the two joins. The thread that comes second to the mutex waits for the post, so main must not wait
// for it first.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static int turn;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  int mine = turn++;
  pthread_mutex_unlock(&m);
  if (mine == 1) sem_wait(&posted);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&posted, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  pthread_join(threads[0], 0);
  sem_post(&posted);
  pthread_join(threads[1 - 0], 0);
}
