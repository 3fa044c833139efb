/* The worker resets the flag that main may have set already. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  flag = 0;
  while (!flag) {
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
