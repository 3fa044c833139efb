/* Memory errors are not asked for: what was never set need not be 0, although fresh memory mostly is. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  assert(*a == 0);
  free(a);
  return 0;
}
