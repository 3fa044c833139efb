// Main detaches one thread and joins the other. The thread that is first is blocked for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t never;
static atomic_int turn;

static void *worker(void *unused) {
  if (atomic_fetch_add(&turn, 1) == 0) sem_wait(&never);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&never, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  pthread_detach(threads[0]);
  pthread_join(threads[1 - 0], 0);
}
