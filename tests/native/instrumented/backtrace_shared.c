// backtrace() writes only as many elements of the array as there are calls.
// expect: race
// says: data race on shared
// leaves out: data race on other
#include <execinfo.h>
#include <pthread.h>
static void *shared[4], *other[64];
static void *work(void *arg) {
  backtrace(shared, 1);
  backtrace(other, 60);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  const int found = shared[0] != 0 || other[59] != 0;
  pthread_join(t, 0);
  return found * 0;
}
