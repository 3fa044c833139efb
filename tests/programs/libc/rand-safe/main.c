#include <assert.h>
#include <stdlib.h>

int main(void) {
  int first = rand();
  assert(first >= 0);
  srand(5);
  unsigned seed = 3;
  assert(rand() >= 0 && random() >= 0 && rand_r(&seed) >= 0 && drand48() < 1);
  return 0;
}
