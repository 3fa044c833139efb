#include <stdlib.h>

static int *array;

static int compare(const void *a, const void *b) {
  (void)a, (void)b;
  free(array);
  array = 0;
  return 0;
}

int main(void) {
  array = calloc(2, sizeof *array);
  qsort(array, 2, sizeof *array, compare); /* wrong */
}
