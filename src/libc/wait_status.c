/* std::condition_variable::wait_until reads the clock after each wait, to find out whether its deadline has passed. In
 * these waits the front end replaces the wait and the reading by the functions below (src/frontend/wait_status.cc), so
 * a program that only waits does not make the clock part of its states. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "builtins.h"
#include "clock.h"

extern int __mover_clock_is_read;

static _Thread_local int timed_out;

/* Records whether the deadline has certainly passed after the wait with this result. */
static int noted(int error, const struct timespec *deadline) {
  if (__mover_clock_is_read) return error;
  long when = __mover_nanoseconds(*deadline), passed = __mover_passed_deadline;
  timed_out = error == ETIMEDOUT || when <= passed || when <= MOVER_CLOCK_BEGINNING;
  if (error == ETIMEDOUT && when > passed) __mover_passed_deadline = when;
  return error;
}

int __mover_noting_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                                  const struct timespec *deadline) {
  return noted(pthread_cond_clockwait(cond, mutex, clock, deadline), deadline);
}

int __mover_noting_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline) {
  return noted(pthread_cond_timedwait(cond, mutex, deadline), deadline);
}

/* The deadline of a thread that was notified may also have passed when it reads the clock. */
long __mover_time_after_wait(void) {
  if (__mover_clock_is_read) return __mover_read_clock();
  int has_passed = timed_out || __mover_choose(2);
  timed_out = 0;
  return has_passed ? LONG_MAX : 0;
}
