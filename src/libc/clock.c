/* One clock for all threads: a variable that is advanced by sleeping, by timing out, and by a thread that polls it
 * (clock_reader.h). It is an ordinary variable for the machine. So all orders of readings and sleeps are explored, and
 * a reading is at least as late as all readings that happen-before it. The accesses are relaxed, because reading the
 * time does not order threads.
 *
 * If the program reads no clock, or reads it only to compute deadlines, the variable is not accessed. */
#define _GNU_SOURCE
#include "clock.h"

#include <errno.h>
#include <limits.h>

#include "builtins.h"
#include "clock_reader.h"

#define SECOND 1000000000l

int __mover_clock_is_read; /* the front end replaces it by a constant (src/frontend/link.cc) */

_Thread_local long __mover_passed_deadline;

static long now = MOVER_CLOCK_BEGINNING;
static long processor_now;

static void move_to(long *clock, long when) { __atomic_fetch_max(clock, when, __ATOMIC_RELAXED); }

static long read_clock(long *clock, struct mover_clock_reader *reader) {
  __mover_note(
      "time: computing takes none. A clock moves while threads sleep, when a wait times out, and for a thread that "
      "reads the same time again and again at the same place; how long anything else takes is not explored");
  long shown = __atomic_load_n(clock, __ATOMIC_RELAXED), seen = reader->seen;
  long reading = mover_clock_reading(reader, shown, __mover_place());
  if (shown != seen && reader->passed == MOVER_CLOCK_MOST)
    __mover_unsupported("a thread that reads the clock a hundred times while time passes");
  if (shown > MOVER_CLOCK_HORIZON + MOVER_CLOCK_BEGINNING)
    __mover_unsupported("a thread that reads the clock when more than a hundred years have passed");
  if (reading != shown) move_to(clock, reading);
  return reading;
}

long __mover_read_clock(void) {
  if (!__mover_clock_is_read) {
    if (__mover_passed_deadline) __mover_passed_deadline = 0;
    return MOVER_CLOCK_BEGINNING;
  }
  static _Thread_local struct mover_clock_reader reader;
  return read_clock(&now, &reader);
}

long __mover_read_processor_clock(void) {
  static _Thread_local struct mover_clock_reader reader = {.seen = -1};
  return read_clock(&processor_now, &reader);
}

int __mover_is_valid_time(struct timespec time) { return time.tv_nsec >= 0 && time.tv_nsec < SECOND; }

long __mover_nanoseconds(struct timespec time) {
  if (time.tv_sec < 0) return 0; /* before the beginning of the clock, like every negative time */
  if (time.tv_sec >= LONG_MAX / SECOND) return LONG_MAX;
  return time.tv_sec * SECOND + time.tv_nsec;
}

void __mover_sleep_until(long when) {
  __mover_yield();
  if (__mover_clock_is_read) move_to(&now, when);
}

void __mover_sleep(long duration) {
  long begin = __mover_clock_is_read ? __atomic_load_n(&now, __ATOMIC_RELAXED) : 0;
  __mover_sleep_until(duration < LONG_MAX - begin ? begin + duration : LONG_MAX);
}

int __mover_timed_out(const struct timespec *deadline) {
  struct timespec when = *deadline;
  if (!__mover_is_valid_time(when)) return EINVAL;
  if (__mover_clock_is_read) move_to(&now, __mover_nanoseconds(when));
  return ETIMEDOUT;
}
