/* The function sets it only sometimes. */
#include <pthread.h>

static void find(int *to, int wanted) {
  if (wanted) *to = 5;
}

static void *worker(void *arg) {
  int found;
  find(&found, *(int *)arg);
  if (found == 5) return arg; /* wrong */
  return 0;
}

int main(void) {
  pthread_t t;
  int wanted = 0;
  pthread_create(&t, 0, worker, &wanted);
  pthread_join(t, 0);
  return 0;
}
