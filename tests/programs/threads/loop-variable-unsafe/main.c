/* The address of the loop variable is passed to the threads. */
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *worker(void *arg) {
  int i = *(int *)arg;
  seen[i]++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  int i;
  for ( i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &i);
  for (int j = 0; j < 2; j++) pthread_join(t[j], 0);
  return 0;
}
