#include <assert.h>
#include <threads.h>
#include <time.h>

int main(void) {
  mtx_t m;
  cnd_t c;
  struct timespec soon;
  timespec_get(&soon, TIME_UTC);
  mtx_init(&m, mtx_timed);
  cnd_init(&c);
  mtx_lock(&m);
  assert(cnd_timedwait(&c, &m, &soon) == thrd_timedout);
  assert(cnd_broadcast(&c) == thrd_success);
  mtx_unlock(&m);
  return 0;
}
