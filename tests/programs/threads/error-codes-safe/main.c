// The error codes of POSIX functions, as in glibc. Compiled by any compiler and run, this program succeeds; it must
// succeed with every engine.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static void mutexes(void) {
  static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK,
                              PTHREAD_MUTEX_DEFAULT, PTHREAD_MUTEX_ADAPTIVE_NP};
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_settype(&attributes, 17) == EINVAL);
  assert(pthread_mutexattr_setrobust(&attributes, 2) == EINVAL);
  assert(pthread_mutexattr_setpshared(&attributes, 2) == EINVAL);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
  for (int i = 0; i < 5; i++) {
    for (int robust = PTHREAD_MUTEX_STALLED; robust <= PTHREAD_MUTEX_ROBUST; robust++) {
      pthread_mutex_t m;
      int type = 0, again;
      assert(pthread_mutexattr_settype(&attributes, types[i]) == 0);
      assert(pthread_mutexattr_setrobust(&attributes, robust) == 0);
      assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == types[i]);
      assert(pthread_mutexattr_getrobust(&attributes, &again) == 0 && again == robust);
      if (types[i] == PTHREAD_MUTEX_ADAPTIVE_NP && robust) continue;
      assert(pthread_mutex_init(&m, &attributes) == 0);
      const int recursive = types[i] == PTHREAD_MUTEX_RECURSIVE, checks = types[i] == PTHREAD_MUTEX_ERRORCHECK;
      assert(pthread_mutex_consistent(&m) == EINVAL);
      if (recursive || checks || robust) assert(pthread_mutex_unlock(&m) == EPERM);
      assert(pthread_mutex_lock(&m) == 0);
      assert(pthread_mutex_consistent(&m) == EINVAL);
      if (!robust) assert(pthread_mutex_trylock(&m) == (recursive ? 0 : EBUSY));
      if (robust && recursive) assert(pthread_mutex_trylock(&m) == 0);
      if (recursive) assert(pthread_mutex_unlock(&m) == 0);
      if (checks) assert(pthread_mutex_lock(&m) == EDEADLK);
      if (recursive) assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
      assert(pthread_mutex_unlock(&m) == 0);
      if (recursive || checks || robust) assert(pthread_mutex_unlock(&m) == EPERM);
      assert(pthread_mutex_trylock(&m) == 0);
      assert(pthread_mutex_unlock(&m) == 0);
      assert(pthread_mutex_destroy(&m) == 0);
    }
  }
  assert(pthread_mutexattr_destroy(&attributes) == 0);
}

static void locks(void) {
  pthread_rwlock_t l;
  assert(pthread_rwlock_init(&l, 0) == 0);
  assert(pthread_rwlock_wrlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
  assert(pthread_rwlock_rdlock(&l) == EDEADLK);
  assert(pthread_rwlock_wrlock(&l) == EDEADLK);
  assert(pthread_rwlock_unlock(&l) == 0);
  assert(pthread_rwlock_rdlock(&l) == 0);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_unlock(&l) == 0);
  assert(pthread_rwlock_unlock(&l) == 0);
  assert(pthread_rwlock_destroy(&l) == 0);
  pthread_spinlock_t s;
  assert(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_spin_lock(&s) == 0);
  assert(pthread_spin_trylock(&s) == EBUSY);
  assert(pthread_spin_unlock(&s) == 0);
  assert(pthread_spin_destroy(&s) == 0);
}

static void counters(void) {
  sem_t s;
  int value = -1;
  assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
  errno = 0;
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX);
  assert(sem_destroy(&s) == 0);
  assert(sem_init(&s, 0, 1) == 0);
  assert(sem_trywait(&s) == 0);
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  assert(sem_post(&s) == 0 && sem_wait(&s) == 0);
  assert(sem_destroy(&s) == 0);
  pthread_barrier_t b;
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
  assert(pthread_barrier_init(&b, 0, 1) == 0);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(&b) == 0);
}

static void *nothing(void *argument) { return argument; }

static void threads(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  void *result = 0;
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_create(&thread, &attributes, nothing, &thread) == 0);
  assert(pthread_join(thread, &result) == 0 && result == &thread);
  assert(pthread_attr_destroy(&attributes) == 0);
  pthread_key_t key;
  assert(pthread_key_create(&key, 0) == 0);
  assert(pthread_getspecific(key) == 0);
  assert(pthread_setspecific(key, &key) == 0 && pthread_getspecific(key) == &key);
  assert(pthread_key_delete(key) == 0);
}

int main(void) {
  mutexes();
  locks();
  counters();
  threads();
}
