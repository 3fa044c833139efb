/* Each thread has its own errno. */
#include <pthread.h>

#include <assert.h>
#include <errno.h>



static void *first(void *arg) {
  (void)arg;
  errno = 1;
  assert(errno == 1);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  errno = 2;
  assert(errno == 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
