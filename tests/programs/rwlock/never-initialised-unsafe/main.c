// Only one of the two locks is initialised.
#include <pthread.h>

struct pair {
  pthread_rwlock_t first, second;
};

int main(void) {
  struct pair locks;
  pthread_rwlock_init(&locks.first, 0);
  pthread_rwlock_wrlock(&locks.first);
  return pthread_rwlock_tryrdlock(&locks.second);
}
