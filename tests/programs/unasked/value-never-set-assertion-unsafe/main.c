/* Memory errors are not checked: an uninitialised value is arbitrary, so the assertion can fail. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  assert(*a == 1);
  free(a);
  return 0;
}
