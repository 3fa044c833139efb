// Two threads add up parts of an array of free integers. Its length is free, too.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned values[3], length, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_even(void *arg) {
  for (unsigned i = 0; i < length; i += 2) {
    pthread_mutex_lock(&lock);
    sum += values[i];
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *add_odd(void *arg) {
  for (unsigned i = 1; i < length; i += 2) {
    pthread_mutex_lock(&lock);
    sum += values[i];
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t even, odd;
  unsigned expected = 0;
  length = __VERIFIER_nondet_uint();
  if (length > 3) return 0;
  for (unsigned i = 0; i < length; i++) {
    values[i] = __VERIFIER_nondet_uint();
    expected += values[i];
  }
  pthread_create(&even, 0, add_even, 0);
  pthread_create(&odd, 0, add_odd, 0);
  pthread_join(even, 0);
  pthread_join(odd, 0);
  assert(sum == expected);
  return 0;
}
