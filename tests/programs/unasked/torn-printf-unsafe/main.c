/* sprintf writes the characters one after the other. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char shared[8] = "ab";

static void *worker(void *arg) {
  (void)arg;
  sprintf(shared, "%d", 78);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  char first = shared[0], second = shared[1];
  assert(!(first == '7' && second == 'b'));
  pthread_join(a, 0);
  return 0;
}
