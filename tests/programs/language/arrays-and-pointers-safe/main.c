#include <alloca.h>
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct flexible {
  int n;
  int item[];
};

static int total(int rows, int columns, int a[rows][columns]) {
  int sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) sum += a[i][j];
  return sum;
}

int main(void) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  assert(total(2, 3, grid) == 21 && sizeof grid == 24 && *(*(grid + 1) + 2) == 6);
  int n = 4;
  int vla[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) vla[i][j] = i * j;
  assert(total(n, n, vla) == 36 && sizeof vla == 64);
  for (int i = 1; i < 3; i++) {
    char again[i * 10];
    memset(again, i, sizeof again);
    assert(again[i * 10 - 1] == i);
  }
  char *stack = alloca(16);
  strcpy(stack, "alloca");
  assert(strlen(stack) == 6);
  struct flexible *f = malloc(sizeof *f + 3 * sizeof(int));
  f->n = 3;
  for (int i = 0; i < f->n; i++) f->item[i] = i;
  assert(f->item[2] == 2 && offsetof(struct flexible, item) == 4);
  free(f);
  int values[] = {[3] = 4, 5, [0] = 1};
  assert(sizeof values / sizeof *values == 5 && values[4] == 5 && values[1] == 0);
  int *p = &values[1], **pp = &p;
  **pp = 7;
  ++*pp;
  assert(values[1] == 7 && p == values + 2 && p > values && &values[4] - p == 2);
  const char *words[] = {"one", "two", 0};
  int count = 0;
  for (const char **w = words; *w; w++) count += (int)strlen(*w);
  assert(count == 6);
  int *literal = (int[]){1, 2, 3};
  assert(literal[2] == 3 && "abc"[1] == 'b' && 2 [literal] == 3);
  void *bytes = values;
  assert(*((char *)bytes + 4) == 7);
  return 0;
}
