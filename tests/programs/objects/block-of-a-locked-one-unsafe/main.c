/* A local mutex ends with its block while it is locked. */
#include <pthread.h>

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&w);
    if (i == 0) pthread_rwlock_unlock(&w);
  } /* here */
  return 0;
}
