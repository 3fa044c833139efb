extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(a != b);
  if (a + b != 1) reach_error();
  return 0;
}
