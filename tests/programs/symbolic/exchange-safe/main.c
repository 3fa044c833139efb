// Two threads exchange parts of structs with free integers, in any order: the sums are the same as before.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

typedef struct {
  unsigned x, y;
} Pair;

static Pair a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *exchange_x(void *arg) {
  pthread_mutex_lock(&lock);
  unsigned old = a.x;
  a.x = b.x;
  b.x = old;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *exchange_all(void *arg) {
  pthread_mutex_lock(&lock);
  Pair old = a;
  a = b;
  b = old;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  a.x = __VERIFIER_nondet_uint();
  a.y = __VERIFIER_nondet_uint();
  b.x = __VERIFIER_nondet_uint();
  b.y = __VERIFIER_nondet_uint();
  const unsigned before = a.x + a.y + b.x + b.y, x = a.x, y = b.y;
  pthread_create(&first, 0, exchange_x, 0);
  pthread_create(&second, 0, exchange_all, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(a.x == x && a.y == y && b.y + b.x + a.y + a.x == before);
  return 0;
}
