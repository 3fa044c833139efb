// The lock of a stream and a mutex are taken in both orders.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;

static void *lock_both(void *unused) {
  (void)unused;
  flockfile(file);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  funlockfile(file);
  return 0;
}

int main(void) {
  file = fopen("text", "w");
  pthread_t thread;
  pthread_create(&thread, 0, lock_both, 0);
  pthread_mutex_lock(&mutex);
  fputs("x", file);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  fclose(file);
}
