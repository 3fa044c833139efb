#include <assert.h>
#include <threads.h>

static mtx_t m;
static int counter;

static int worker(void *arg) {
  
  counter += *(int *)arg; /* wrong */
  
  return counter > 0 ? 7 : 0;
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, result;
  assert(mtx_init(&m, mtx_plain) == thrd_success);
  assert(thrd_create(&a, worker, &one) == thrd_success);
  assert(thrd_create(&b, worker, &two) == thrd_success);
  assert(thrd_join(a, &result) == thrd_success);
  assert(thrd_join(b, 0) == thrd_success);
  mtx_destroy(&m);
  return 0;
}
