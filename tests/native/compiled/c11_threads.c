// The threads of C11: mutexes, conditions, call_once, thread-specific storage.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
static mtx_t m;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int begun, ready;
static _Thread_local int mine;
static void begin(void) { begun++; }
static int worker(void *argument) {
  call_once(&once, begin);
  tss_set(key, malloc(4));
  mine += 5;
  mtx_lock(&m);
  ready++;
  cnd_signal(&changed);
  mtx_unlock(&m);
  return mine + (argument != 0);
}
int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&changed);
  tss_create(&key, free);
  thrd_t t;
  thrd_create(&t, worker, &ready);
  call_once(&once, begin);
  mtx_lock(&m);
  while (!ready) cnd_wait(&changed, &m);
  mtx_unlock(&m);
  int result;
  thrd_join(t, &result);
  assert(result == 6 && begun == 1 && mine == 0);
  tss_delete(key);
  cnd_destroy(&changed);
  mtx_destroy(&m);
  return 0;
}
