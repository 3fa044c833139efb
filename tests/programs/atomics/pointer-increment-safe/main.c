/* p++ on an atomic pointer returns a different element to each thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int elements[4];
static _Atomic(int *) next = elements;

static void *claim(void *arg) {
  (void)arg;
  int *mine = next++;
  *mine = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, claim, 0);
  claim(0);
  pthread_join(a, 0);
  assert(elements[0] && elements[1] && !elements[2]);
  return 0;
}
