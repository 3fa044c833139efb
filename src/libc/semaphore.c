/* <semaphore.h>: unnamed semaphores. sem_wait and sem_post are mapped directly by the front end. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "builtins.h"

static int failed(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > INT_MAX) return failed(EINVAL);
  return failed(__mover_sem_init(semaphore, value));
}

int sem_destroy(sem_t *semaphore) { return failed(__mover_sem_destroy(semaphore)); }

int sem_trywait(sem_t *semaphore) { return failed(__mover_sem_trywait(semaphore)); }

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  (void)deadline; /* a timed wait may time out at any moment */
  return failed(__mover_sem_timedwait(semaphore));
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict deadline) {
  (void)clock;
  return sem_timedwait(semaphore, deadline);
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = __mover_sem_getvalue(semaphore);
  return 0;
}
