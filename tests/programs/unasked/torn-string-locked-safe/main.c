/* Data guarded by a lock is never observed half written: strings, wide integers, long doubles. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char name[16] = "first";
static __int128 wide;
static long double real;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  strcpy(name, "second one");
  wide = -1;
  real = 2.5L;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&lock);
  assert(strlen(name) == 5 || strlen(name) == 10);
  assert((wide == -1) == !strcmp(name, "second one"));
  assert(real == (wide == -1 ? 2.5L : 0));
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
