/* x++ on an atomic floating-point variable returns a different number to each thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double count;
static _Atomic float small;
static double taken[2];
static float down[2];

static void *take(void *at) {
  taken[*(int *)at] = count++;
  down[*(int *)at] = small--;
  return 0;
}

int main(void) {
  pthread_t a;
  int zero = 0, one = 1;
  pthread_create(&a, 0, take, &one);
  take(&zero);
  pthread_join(a, 0);
  assert(taken[0] + taken[1] == 1);
  assert(down[0] + down[1] == -1);
  return 0;
}
