// An index leaves an array and stays in the object that contains the array.
#include <stdlib.h>

struct Inner {
  int values[4];
  int next;
};
struct Outer {
  struct Inner inner;
  struct Inner rows[2];
};

static struct Outer global;
static int matrix[2][4];
volatile int four = 4, minus_one = -1;

int main(void) {
  struct Outer local = {{{0}, 0}, {{{0}, 0}}};
  struct Outer *heap = calloc(1, sizeof *heap);
#if CASE == 1
  global.inner.values[four] = 1;
#elif CASE == 2
  return matrix[0][four];
#elif CASE == 3
  return heap->rows[0].values[four];
#elif CASE == 4
  local.rows[1].values[minus_one] = 1;
#elif CASE == 5
  return heap->rows[minus_one].next;
#elif CASE == 6
  __atomic_fetch_add(&heap->inner.values[four], 1, __ATOMIC_RELAXED);
#elif CASE == 7
  heap->rows[four / 2 - 3] = local.inner;
#elif CASE == 8
  global.inner.values[4] = 1;
#elif CASE == 9
  return matrix[minus_one + 2][minus_one];
#endif
  free(heap);
  return 0;
}
