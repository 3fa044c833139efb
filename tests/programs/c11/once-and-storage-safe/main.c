#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int destroyed;

static void destroy(void *value) { destroyed += *(int *)value; }

static void initialise(void) { assert(tss_create(&key, destroy) == thrd_success); }

static int worker(void *arg) {
  call_once(&once, initialise);
  assert(tss_get(key) == 0);
  assert(tss_set(key, arg) == thrd_success);
  assert(tss_get(key) == arg);
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  thrd_t a, b;
  thrd_create(&a, worker, &one);
  thrd_create(&b, worker, &two);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(destroyed == 3);
  return 0;
}
