#include <assert.h>
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int array[5] = {3, 2, 1}, key = 9;
  size_t count = 3;
  void *root = 0;
  qsort(array, 3, sizeof *array, compare);
  lsearch(&key, array, &count, sizeof *array, compare);
  assert(count == 4 && array[3] == 9);
  key = 3;
  assert(lfind(&key, array, &count, sizeof *array, compare) == array + 2);
  for (int i = 0; i < 4; ++i) assert(*(int **)tsearch(array + i, &root, compare) == array + i);
  assert(tfind(&key, &root, compare) && tdelete(&key, &root, compare) && !tfind(&key, &root, compare));
}
