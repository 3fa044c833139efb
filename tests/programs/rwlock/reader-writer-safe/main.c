#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *arg) {
  (void)arg;
  WRITER_LOCKS(&lock);
  a++;
  b++;
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *reader(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
