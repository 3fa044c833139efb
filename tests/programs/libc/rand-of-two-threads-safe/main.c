// rand and random draw from one sequence, whichever thread draws or seeds. Two draws do not race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long drawn;

static void *draw(void *unused) {
  (void)unused;
  drawn = random();
  return 0;
}

static void *seed(void *unused) {
  (void)unused;
  srandom(7);
  return 0;
}

int main(void) {
  srand(7);
  const long first = rand(), second = rand(), third = rand();
  assert(first != second);

  pthread_t thread;
  pthread_create(&thread, 0, seed, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, draw, 0);
  const long mine = rand();
  pthread_join(thread, 0);
  assert((mine == first && drawn == second) || (mine == second && drawn == first));
  assert(random() == third);
}
