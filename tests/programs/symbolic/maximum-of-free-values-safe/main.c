#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int first, second, largest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *compare(void *arg) {
  int value = *(int *)arg;
  pthread_mutex_lock(&lock);
  if (value > largest) largest = value;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  first = __VERIFIER_nondet_int();
  second = __VERIFIER_nondet_int();
  largest = first;
  pthread_create(&a, 0, compare, &first);
  pthread_create(&b, 0, compare, &second);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(largest >= first && largest >= second && (largest == first || largest == second));
  return 0;
}
