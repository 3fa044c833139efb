// Readers hold the read side; a spin lock and a mutex of C11 protect the rest.
#include <pthread.h>
#include <threads.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t mtx;
static int cached, hits, misses;

static int look(void) { return cached; }

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&rw);
  int value = look();
  pthread_rwlock_unlock(&rw);
  pthread_spin_lock(&spin);
  hits += value;
  pthread_spin_unlock(&spin);
  mtx_lock(&mtx);
  misses++;
  mtx_unlock(&mtx);
  return unused;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&rw);
  cached = 1;
  pthread_rwlock_unlock(&rw);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_spin_init(&spin, 0);
  mtx_init(&mtx, mtx_plain);
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
