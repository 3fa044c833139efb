// The addresses of the two variables choose the locks, so that the threads may lock them in opposite orders.
#include <pthread.h>
#include <stdint.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
char one, other;

static void transfer(unsigned from) {
  pthread_mutex_lock(&locks[from]);
  pthread_mutex_lock(&locks[!from]);
  pthread_mutex_unlock(&locks[!from]);
  pthread_mutex_unlock(&locks[from]);
}

static void *f(void *where) {
  transfer((uintptr_t)where >> 12 & 1);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, f, &one);
  transfer((uintptr_t)&other >> 12 & 1);
  pthread_join(t, 0);
}
