/* The system call futex, by which libraries wait for a word of memory to change: waits, and wake-ups. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "builtins.h"
#include "clock.h"

static long with_errno(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

/* `is_absolute`: the timeout is a deadline, as for FUTEX_WAIT_BITSET. */
static long wait(const int *word, unsigned value, const struct timespec *timeout, int is_absolute) {
  if (!timeout) return with_errno(__mover_word_wait(word, value));
  struct timespec when = *timeout;
  if (!__mover_is_valid_time(when)) return with_errno(EINVAL);
  int error = __mover_word_timedwait(word, value);
  if (error != ETIMEDOUT) return with_errno(error);
  if (is_absolute)
    __mover_timed_out(&when);
  else
    __mover_sleep(__mover_nanoseconds(when));
  return with_errno(ETIMEDOUT);
}

long syscall(long number, ...) {
  if (number != SYS_futex) __mover_unsupported("syscall");
  va_list arguments;
  va_start(arguments, number);
  const int *word = va_arg(arguments, const int *);
  int operation = va_arg(arguments, int) & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  unsigned value = va_arg(arguments, unsigned);
  long result = 0;
  if (operation == FUTEX_WAKE) {
    result = __mover_word_wake(word, value);
  } else if (operation == FUTEX_WAIT) {
    result = wait(word, value, va_arg(arguments, const struct timespec *), 0);
  } else if (operation == FUTEX_WAIT_BITSET) {
    const struct timespec *deadline = va_arg(arguments, const struct timespec *);
    (void)va_arg(arguments, void *);
    if (va_arg(arguments, unsigned) != FUTEX_BITSET_MATCH_ANY) __mover_unsupported("a futex with a set of bits");
    result = wait(word, value, deadline, 1);
  } else {
    __mover_unsupported("this operation on a futex");
  }
  va_end(arguments);
  return result;
}
