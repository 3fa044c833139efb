/* strcpy writes the characters one after the other. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char shared[8] = "ab";

static void *worker(void *arg) {
  (void)arg;
  strcpy(shared, "xyz");
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  char first = shared[0], second = shared[1];
  assert(!(first == 'x' && second == 'b'));
  pthread_join(a, 0);
  return 0;
}
