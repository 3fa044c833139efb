#include <search.h>
#include <stdlib.h>

static size_t *count;

static int compare(const void *a, const void *b) {
  (void)a, (void)b;
  free(count);
  return 1;
}

int main(void) {
  int array[3] = {1, 2, 3}, key = 7;
  count = malloc(sizeof *count);
  *count = 3;
  lfind(&key, array, count, sizeof *array, compare); /* wrong */
}
