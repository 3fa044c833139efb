// Libraries that the C library loads at a thread's first call, in several executions: for backtraces, and for conversions.
// expect: safe
#include <assert.h>
#include <execinfo.h>
#include <iconv.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first;
static void convert(const char *to, size_t wanted) {
  char text[] = "caf\xe9", result[32], *in = text, *out = result;
  size_t left = 4, room = sizeof result;
  iconv_t conversion = iconv_open(to, "LATIN1");
  assert(conversion != (iconv_t)-1);
  assert(iconv(conversion, &in, &left, &out, &room) == 0);
  assert(sizeof result - room == wanted);
  iconv_close(conversion);
}
static void *work(void *arg) {
  void *calls[8];
  assert(backtrace(calls, 8) > 1);
  assert(backtrace(calls, 1) == 1 && (char *)calls[0] > (char *)work && (char *)calls[0] < (char *)work + 4096);
  pthread_mutex_lock(&m);
  if (!first++) convert("UTF-8", 5);
  else convert("UTF-16LE", 8);
  pthread_mutex_unlock(&m);
  assert(iconv_open("UTF-8", "NO-SUCH-THING") == (iconv_t)-1);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == 2);
}
