#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int setter(void *arg) {
  (void)arg;
  mtx_lock(&m);
  ready = 1;
  WAKE;
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, setter, 0);
  mtx_lock(&m);
  while (!ready) assert(cnd_wait(&c, &m) == thrd_success);
  mtx_unlock(&m);
  thrd_join(t, 0);
  cnd_destroy(&c);
  return 0;
}
