// Multiples of free integers, added in any order.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned values[3], sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(unsigned value) {
  pthread_mutex_lock(&lock);
  sum += value;
  pthread_mutex_unlock(&lock);
}

static void *add_first(void *arg) {
  add(3 * values[0]);
  return arg;
}

static void *add_second(void *arg) {
  add(5 * values[1]);
  return arg;
}

static void *add_third(void *arg) {
  add(7 * values[2]);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) values[i] = __VERIFIER_nondet_uint();
  pthread_create(&threads[0], 0, add_first, 0);
  pthread_create(&threads[1], 0, add_second, 0);
  pthread_create(&threads[2], 0, add_third, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 7 * values[2] + 5 * values[1] + 3 * values[0]);
  return 0;
}
