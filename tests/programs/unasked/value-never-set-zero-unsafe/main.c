/* Memory errors are not checked: an uninitialised value need not be 0, although new memory mostly is. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  assert(*a == 0);
  free(a);
  return 0;
}
