#include <search.h>
#include <stdlib.h>

static void **root;

static int compare(const void *a, const void *b) {
  (void)a, (void)b;
  free(root);
  return 1;
}

int main(void) {
  int first = 1, second = 2;
  root = calloc(1, sizeof *root);
  tsearch(&first, root, compare);
  tsearch(&second, root, compare); /* wrong */
}
