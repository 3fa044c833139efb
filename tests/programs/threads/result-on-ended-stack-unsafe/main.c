#include <pthread.h>

static void *worker(void *arg) {
  int local = 1;
  int *result = &local;
  (void)arg;
  return result;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &result);
  return *(int *)result; /* wrong */
}
