/* <semaphore.h>: unnamed semaphores. The front end maps sem_wait directly to an operation. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "builtins.h"
#include "clock.h"

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

int sem_post(sem_t *semaphore) { return failed(__mover_sem_post(semaphore)); }

int sem_trywait(sem_t *semaphore) { return failed(__mover_sem_trywait(semaphore)); }

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  struct timespec when = *deadline;
  if (!__mover_is_valid_time(when))
    return failed(EINVAL); /* even if the semaphore need not be waited for, as in glibc */
  int error = __mover_sem_timedwait(semaphore);
  return failed(error == ETIMEDOUT ? __mover_timed_out(&when) : error);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict deadline) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return failed(EINVAL);
  return sem_timedwait(semaphore, deadline);
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = __mover_sem_getvalue(semaphore);
  return 0;
}
