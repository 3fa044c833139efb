/* A writer that waits with a time limit keeps readers out until it gives up, and one that tries does not wait at all: so a
   reader that reads again is let in at last. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t w;
static int x;

static void *writer(void *arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  int error = pthread_rwlock_timedwrlock(&w, &soon);
  assert(error == 0 || error == ETIMEDOUT);
  if (error == 0) {
    x++;
    pthread_rwlock_unlock(&w);
  }
  if (pthread_rwlock_trywrlock(&w) == 0) {
    x++;
    pthread_rwlock_unlock(&w);
  }
  return arg;
}

int main(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&w, &a);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&w);
  int seen = x;
  pthread_rwlock_rdlock(&w);
  assert(x == seen);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_join(t, 0);
  return 0;
}
