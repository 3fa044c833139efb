#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec now;
  struct timeval tv;
  assert(time(NULL) == time(NULL) && clock_gettime(CLOCK_MONOTONIC, &now) == 0 && gettimeofday(&tv, NULL) == 0);
  assert(difftime(now.tv_sec + 5, now.tv_sec) == 5 && clock() >= 0);
  time_t leap_day = 951782400;
  struct tm tm;
  assert(gmtime_r(&leap_day, &tm) && tm.tm_year == 100 && tm.tm_mon == 1 && tm.tm_mday == 29 && tm.tm_wday == 2);
  assert(localtime(&leap_day)->tm_hour == 0);
  assert(getenv("HOME") == NULL && getpid() > 0 && sysconf(_SC_NPROCESSORS_ONLN) >= 1);
  return 0;
}
