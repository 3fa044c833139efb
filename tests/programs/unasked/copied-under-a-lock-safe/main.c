/* Copies, including overlapping ones, that no other thread observes half done. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct triple {
  long a, b;
  int *c;
} shared;
static int number;
static char text[12] = "abcdefghijk";

static void *worker(void *arg) {
  struct triple one = {1, 1, &number};
  (void)arg;
  pthread_mutex_lock(&m);
  shared = one;
  memmove(text + 1, text, 10);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&m);
  struct triple mine = shared;
  if (mine.c) *mine.c = 1, assert(!strcmp(text, "aabcdefghij"));
  pthread_mutex_unlock(&m);
  assert(mine.a == mine.b && (mine.a == 1) == (mine.c == &number));
  pthread_join(a, 0);
  return 0;
}
