/* An SV-COMP program in the usual shape. */
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 100);
  __VERIFIER_assert(n != 99);
  return 0;
}
