/* Two writers, a reader, and a thread that only tries: all get the lock, and none reads half-written data. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w;
static int x, y;

static void *writer(void *arg) {
  assert(pthread_rwlock_wrlock(&w) == 0);
  x++;
  y++;
  assert(pthread_rwlock_unlock(&w) == 0);
  return arg;
}

static void *reader(void *arg) {
  assert(pthread_rwlock_rdlock(&w) == 0);
  assert(x == y);
  assert(pthread_rwlock_unlock(&w) == 0);
  return arg;
}

int main(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(pthread_rwlock_init(&w, &a) == 0);
  pthread_t one, other, third;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&other, 0, writer, 0);
  pthread_create(&third, 0, reader, 0);
  if (pthread_rwlock_tryrdlock(&w) == 0) {
    assert(x == y);
    pthread_rwlock_unlock(&w);
  }
  pthread_join(one, 0);
  pthread_join(other, 0);
  pthread_join(third, 0);
  assert(x == 2 && y == 2);
  assert(pthread_rwlock_destroy(&w) == 0);
  return 0;
}
