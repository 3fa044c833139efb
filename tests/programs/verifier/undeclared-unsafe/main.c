/* The names need no declaration. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  __CPROVER_assume(n > 10);
  if (n == 11) __VERIFIER_error(); /* wrong */
  return 0;
}
