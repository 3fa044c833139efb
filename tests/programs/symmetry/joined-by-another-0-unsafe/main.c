// Another thread joins one of the two. It must not be the one that waits for its post.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t posted;
static atomic_int turn;
static pthread_t threads[2];

static void *worker(void *unused) {
  if (atomic_fetch_add(&turn, 1) == 1) sem_wait(&posted);
  return unused;
}

static void *joiner(void *unused) {
  pthread_join(threads[0], 0);
  sem_post(&posted);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&posted, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  pthread_create(&other, 0, joiner, 0);
  pthread_join(threads[1 - 0], 0);
  pthread_join(other, 0);
}
