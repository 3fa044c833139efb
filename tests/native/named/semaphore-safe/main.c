#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int data;

static void *give(void *argument) {
  sem_t *s = sem_open("/ready", O_CREAT, 0600, 0);
  data = 1;
  sem_post(s);
  sem_close(s);
  return 0;
}

int main(void) {
  assert(sem_open("/ready", 0) == SEM_FAILED && errno == ENOENT);
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  sem_t *s = sem_open("/ready", O_CREAT, 0600, 0);
  sem_wait(s);
  assert(data == 1);
  pthread_join(thread, 0);
  assert(sem_unlink("/ready") == 0 && sem_unlink("/ready") == -1);
}
