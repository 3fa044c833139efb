// The name is unlinked too early, so that the two threads have different semaphores.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *give(void *argument) {
  sem_post(sem_open("/ready", O_CREAT, 0600, 0));
  sem_unlink("/ready");
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  sem_wait(sem_open("/ready", O_CREAT, 0600, 0));
  pthread_join(thread, 0);
}
