// <time.h>
#include "footprints.h"

#include <locale.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

#define WHOLE(n, type) may_read(n, sizeof(type), "it is one object")
static struct tm* some_time(int n) {
  struct tm made = {.tm_year = 100, .tm_mon = 1, .tm_mday = 2, .tm_wday = 3};
  return bytes(n, &made, sizeof made);
}
CASE("mktime") { struct tm* t = some_time(0); variable(1, &timezone, 8); may_write(1, 8, "read from the environment"); CALL(mktime(t)); }
CASE("timegm") { struct tm* t = some_time(0); opaque(0); CALL(timegm(t)); }
CASE("timelocal") { struct tm* t = some_time(0); CALL(timelocal(t)); }
CASE("localtime_r") { time_t now = 1000, *p = COPY(0, now); struct tm* t = region(1, sizeof *t); CALL(localtime_r(p, t)); }
CASE("gmtime_r") { time_t now = 1000, *p = COPY(0, now); struct tm* t = region(1, sizeof *t); CALL(gmtime_r(p, t)); }
CASE("localtime") { time_t now = 1000, *p = COPY(0, now); opaque_result(); CALL(localtime(p)); }
CASE("gmtime") { time_t now = 1000, *p = COPY(0, now); opaque_result(); CALL(gmtime(p)); }
CASE("asctime") { struct tm* t = some_time(0); WHOLE(0, *t); CALL(asctime(t)); }
CASE("ctime") { time_t now = 1000, *p = COPY(0, now); CALL(ctime(p)); }
CASE("asctime_r") { struct tm* t = some_time(0); char* b = region(1, 26); WHOLE(0, *t); may_write(1, 26, "told to have 26"); CALL(asctime_r(t, b)); }
CASE("ctime_r") { time_t now = 1000, *p = COPY(0, now); char* b = region(1, 26); may_write(1, 26, "told to have 26"); CALL(ctime_r(p, b)); }
CASE("strftime") { char *b = region(0, 40), *f = text(1, "%Y-%m"); struct tm* t = some_time(2); WHOLE(2, *t); may_write(0, 40, "told the size"); CALL(strftime(b, 40, f, t)); }
CASE("strftime_l") { char *b = region(0, 40), *f = text(1, "%Y-%m"); struct tm* t = some_time(2); locale_t l = newlocale(LC_ALL_MASK, "C", 0); WHOLE(2, *t); may_write(0, 40, "told the size"); CALL(strftime_l(b, 40, f, t, l)); }
CASE("strptime") { char *a = text(0, "2000-01 x"), *f = text(1, "%Y-%m"); struct tm* t = zeros(2, sizeof *t); may_read(0, 10, "it is a string"); may_write(2, sizeof *t, "it is one object"); CALL(strptime(a, f, t)); }
CASE("clock_getres") { struct timespec* t = region(0, 16); CALL(clock_getres(CLOCK_REALTIME, t)); }
CASE("clock_gettime") { struct timespec* t = region(0, 16); opaque(0); CALL(clock_gettime(CLOCK_REALTIME, t)); }
CASE("timespec_get") { struct timespec* t = region(0, 16); opaque(0); CALL(timespec_get(t, TIME_UTC)); }
CASE("gettimeofday") { struct timeval* t = region(0, 16); opaque(0); CALL(gettimeofday(t, 0)); }
CASE("time") { time_t* t = region(0, 8); opaque(0), opaque_result(); CALL(time(t)); }
CASE("times") { struct tms* t = region(0, sizeof *t); opaque(0), opaque_result(); CALL(times(t)); }
CASE("nanosleep") { struct timespec none = {0, 1}, *t = COPY(0, none), *r = region(1, 16); CALL(nanosleep(t, r)); }
CASE("clock_nanosleep") { struct timespec none = {0, 1}, *t = COPY(0, none); returns_error(); CALL(clock_nanosleep(CLOCK_REALTIME, 0, t, 0)); }
CASE("tzset") { setenv("TZ", "ABC-5", 1); timezone = 77; tzname[0] = (char*)5; variable(0, &timezone, 8); variable(1, tzname, 16); CALLV(tzset()); unsetenv("TZ"); }
CASE("adjtime") { struct timeval* o = region(0, 16); opaque(0); CALL(adjtime(0, o)); }
CASE("getitimer") { struct itimerval* o = region(0, sizeof *o); opaque(0); CALL(getitimer(ITIMER_REAL, o)); }
CASE("ftime") { struct timeb* t = region(0, sizeof *t); opaque(0); may_write(0, 16, "it is one object"); CALL(ftime(t)); }
CASE("strptime_l") { char *a = text(0, "2000-01 x"), *f = text(1, "%Y-%m"); struct tm* t = zeros(2, sizeof *t); locale_t l = newlocale(LC_ALL_MASK, "C", 0); may_read(0, 10, "it is a string"); may_write(2, sizeof *t, "it is one object"); CALL(strptime_l(a, f, t, l)); }
