/* <time.h>, <sys/time.h>, sleeps, and the clocks of <chrono>. The clock itself is in clock.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "builtins.h"
#include "clock.h"

#define SECOND 1000000000l

static struct timespec to_timespec(long time) {
  struct timespec value = {.tv_sec = time / SECOND, .tv_nsec = time % SECOND};
  return value;
}

time_t time(time_t *result) {
  time_t now = __mover_read_clock() / SECOND;
  if (result) *result = now;
  return now;
}

clock_t clock(void) { return __mover_read_processor_clock() / (SECOND / CLOCKS_PER_SEC); }

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  long time = __mover_read_clock();
  struct timeval value = {.tv_sec = time / SECOND, .tv_usec = time % SECOND / 1000};
  *now = value;
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI:
      *now = to_timespec(__mover_read_clock());
      return 0;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      *now = to_timespec(__mover_read_processor_clock());
      return 0;
    default:
      errno = EINVAL;
      return -1;
  }
}

/* std::chrono::system_clock::now() and steady_clock::now(). */
long chrono_system_clock(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
long chrono_steady_clock(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
long chrono_system_clock(void) { return __mover_read_clock(); }
long chrono_steady_clock(void) { return __mover_read_clock(); }

int clock_getres(clockid_t id, struct timespec *resolution) {
  (void)id;
  struct timespec value = {.tv_nsec = 1};
  if (resolution) *resolution = value;
  return 0;
}

int timespec_get(struct timespec *now, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

/* The time zone is UTC. */
struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict result) {
  static const short days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  long seconds = *when, days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  struct tm tm = {.tm_hour = (int)(rest / 3600), .tm_min = (int)(rest / 60 % 60), .tm_sec = (int)(rest % 60)};
  tm.tm_zone = "GMT";
  tm.tm_wday = (int)(((days + 4) % 7 + 7) % 7); /* the epoch was a Thursday */
  long year = 1970;
  int leap = 0;
  for (;;) {
    leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (days < 0) {
      year--;
      days += (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365;
    } else if (days >= 365 + leap) {
      days -= 365 + leap;
      year++;
    } else {
      break;
    }
  }
  int month = 11;
  while (month > 0 && days < days_before[month] + (leap && month > 1)) month--;
  tm.tm_year = (int)(year - 1900);
  tm.tm_yday = (int)days;
  tm.tm_mon = month;
  tm.tm_mday = (int)(days - days_before[month] - (leap && month > 1) + 1);
  *result = tm;
  return result;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict result) { return gmtime_r(when, result); }

/* The result of gmtime and localtime. As in glibc, there is one for all threads. */
static struct tm shared_tm;

struct tm *gmtime(const time_t *when) { return gmtime_r(when, &shared_tm); }
struct tm *localtime(const time_t *when) { return gmtime_r(when, &shared_tm); }

unsigned sleep(unsigned seconds) {
  __mover_sleep(seconds * SECOND);
  return 0;
}

int usleep(useconds_t microseconds) {
  __mover_sleep(microseconds * 1000l);
  return 0;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *duration, struct timespec *remaining) {
  (void)remaining;
  if (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC && id != CLOCK_BOOTTIME && id != CLOCK_TAI) return EINVAL;
  struct timespec wanted = *duration;
  if (!__mover_is_valid_time(wanted) || wanted.tv_sec < 0) return EINVAL;
  if (flags & TIMER_ABSTIME)
    __mover_sleep_until(__mover_nanoseconds(wanted));
  else
    __mover_sleep(__mover_nanoseconds(wanted));
  return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining) {
  int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
