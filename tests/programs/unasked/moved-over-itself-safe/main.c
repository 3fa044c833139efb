/* Word by word, memmove still copies what was there before, whichever way the ranges overlap. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[40] = "0123456789abcdefghijklmnopqrstuvwxyz";
static size_t size = 19;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  memmove(text + 3, text, size);
  assert(memcmp(text, "0120123456789abcdefghimnop", 26) == 0);
  memmove(text, text + 3, size);
  assert(memcmp(text, "0123456789abcdefghighimnop", 26) == 0);
  memmove(text, text + 1, size - size);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&m);
  assert(text[0] == '0');
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
