// Fails only with 6211 and 6134, which are no constants of the program.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned sum, difference;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
  unsigned value = *(unsigned *)arg;
  pthread_mutex_lock(&lock);
  difference = sum - value;
  sum += value;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  static unsigned values[2];
  for (int i = 0; i < 2; ++i) {
    values[i] = __VERIFIER_nondet_uint();
    if (values[i] > 10000) return 0;
  }
  pthread_create(&a, 0, add, &values[0]);
  pthread_create(&b, 0, add, &values[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum != 12345 || difference != 77);
  return 0;
}
