#include <assert.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) { _Bool b = __VERIFIER_nondet_pointer(); assert(!b); return 0; }
