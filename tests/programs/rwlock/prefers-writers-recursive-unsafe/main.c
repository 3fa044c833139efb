/* A reader that reads again waits for the writer, which waits for the reader. */
#include <pthread.h>

static pthread_rwlock_t w;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
  return arg;
}

int main(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&w, &a);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_join(t, 0);
  return 0;
}
