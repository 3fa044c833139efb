/* <time.h>, <sys/time.h>, sleeps. Time does not pass: every clock shows the same moment for ever, which the report
 * states as an assumption. A sleep is a plain scheduling point. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "builtins.h"

#define NOW 1000000000 /* 2001-09-09 01:46:40 UTC */

static void note_clock(void) { __mover_note("clocks stand still: every reading of the time is the same"); }

time_t time(time_t *result) {
  note_clock();
  if (result) *result = NOW;
  return NOW;
}

clock_t clock(void) {
  note_clock();
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  note_clock();
  struct timeval value = {.tv_sec = NOW};
  *now = value;
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  (void)id;
  note_clock();
  struct timespec value = {.tv_sec = NOW};
  *now = value;
  return 0;
}

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

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict result) {
  return gmtime_r(when, result);
}

/* One result for all threads, as in glibc. */
static struct tm shared_tm;

struct tm *gmtime(const time_t *when) {
  return gmtime_r(when, &shared_tm);
}
struct tm *localtime(const time_t *when) {
  return gmtime_r(when, &shared_tm);
}

unsigned sleep(unsigned seconds) {
  (void)seconds;
  __mover_yield();
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  __mover_yield();
  return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining) {
  (void)remaining;
  struct timespec wanted = *duration;
  if (wanted.tv_sec < 0 || wanted.tv_nsec < 0 || wanted.tv_nsec >= 1000000000) {
    errno = EINVAL;
    return -1;
  }
  __mover_yield();
  return 0;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *until, struct timespec *remaining) {
  (void)id;
  (void)flags;
  (void)until;
  (void)remaining;
  __mover_yield();
  return 0;
}
