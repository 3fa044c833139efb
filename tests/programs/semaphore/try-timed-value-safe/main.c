#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t sem;
  struct timespec soon = {0, 0};
  int value;
  assert(sem_init(&sem, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&sem, 0, 1) == 0);
  assert(sem_trywait(&sem) == 0);
  errno = 0;
  assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&sem, &soon) == -1 && errno == ETIMEDOUT);
  assert(sem_post(&sem) == 0 && sem_post(&sem) == 0);
  assert(sem_getvalue(&sem, &value) == 0 && value == 2);
  assert(sem_wait(&sem) == 0);
  assert(sem_getvalue(&sem, &value) == 0 && value == 1);
  assert(sem_destroy(&sem) == 0);
  return 0;
}
