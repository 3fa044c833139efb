/* PTHREAD_RWLOCK_PREFER_WRITER_NP admits readers while writers wait, so reading twice does not block. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w;
static int x;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&w);
  int seen = x;
  assert(pthread_rwlock_tryrdlock(&w) == 0);
  pthread_rwlock_rdlock(&w);
  assert(x == seen);
  for (int i = 0; i < 3; i++) pthread_rwlock_unlock(&w);
  return arg;
}

int main(void) {
  pthread_rwlockattr_t a;
  int kind;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlockattr_getkind_np(&a, &kind);
  assert(kind == PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlock_init(&w, &a);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&w);
  x = 1;
  pthread_rwlock_unlock(&w);
  pthread_join(t, 0);
  pthread_rwlock_destroy(&w);
  return 0;
}
