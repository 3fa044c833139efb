// SV-COMP programs assume with a function of their own: its call of abort is no failure.
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

int main(void) {
  _Bool value = __VERIFIER_nondet_bool();
  assume_abort_if_not(value);
  assert(value);
  return 0;
}
