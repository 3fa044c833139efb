#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;

static int worker(void *arg) {
  struct timespec soon;
  (void)arg;
  assert(timespec_get(&soon, TIME_UTC) == TIME_UTC);
  assert(mtx_trylock(&m) == thrd_busy);
  assert(mtx_timedlock(&m, &soon) == thrd_timedout);
  thrd_yield();
  thrd_exit(3);
}

int main(void) {
  thrd_t t;
  int result;
  assert(mtx_init(&m, mtx_timed | mtx_recursive) == thrd_success);
  assert(mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_success);
  assert(thrd_create(&t, worker, 0) == thrd_success);
  assert(!thrd_equal(t, thrd_current()));
  assert(thrd_join(t, &result) == thrd_success && result == 3);
  assert(mtx_unlock(&m) == thrd_success && mtx_unlock(&m) == thrd_success);
  mtx_destroy(&m);
  assert(thrd_sleep(&(struct timespec){.tv_nsec = 1}, 0) == 0);
  return 0;
}
