/* <pthread.h>: operations with a deadline. A free lock is acquired even if the deadline has passed. While a thread
 * waits for a lock, its deadline may pass at any moment. As in glibc, the result of an invalid deadline is EINVAL; for
 * a mutex only if the thread would have to wait. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "builtins.h"
#include "clock.h"

static int is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

static int by_deadline(int error, const struct timespec *deadline) {
  return error == ETIMEDOUT ? __mover_timed_out(deadline) : error;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
  return by_deadline(__mover_mutex_timedlock(mutex), deadline);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict deadline) {
  return is_clock(clock) ? pthread_mutex_timedlock(mutex, deadline) : EINVAL;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict deadline) {
  struct timespec when = *deadline;
  if (!__mover_is_valid_time(when)) return EINVAL;
  return by_deadline(__mover_cond_timedwait(cond, mutex), &when);
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict deadline) {
  return is_clock(clock) ? pthread_cond_timedwait(cond, mutex, deadline) : EINVAL;
}

#define RW_TIMED(side)                                                                                              \
  int pthread_rwlock_timed##side##lock(pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline) { \
    struct timespec when = *deadline;                                                                               \
    if (!__mover_is_valid_time(when)) return EINVAL;                                                                \
    return by_deadline(__mover_rw_timed##side##lock(lock), &when);                                                  \
  }                                                                                                                 \
  int pthread_rwlock_clock##side##lock(pthread_rwlock_t *restrict lock, clockid_t clock,                            \
                                       const struct timespec *restrict deadline) {                                  \
    return is_clock(clock) ? pthread_rwlock_timed##side##lock(lock, deadline) : EINVAL;                             \
  }
RW_TIMED(rd)
RW_TIMED(wr)
