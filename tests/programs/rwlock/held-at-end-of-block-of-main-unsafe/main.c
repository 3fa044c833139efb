#include <pthread.h>
int main(void) {
  for (int i = 0; i < 1; i++) {
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&l);
  }
  return 0;
}
