extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 && n > 3) reach_error();
  if (__VERIFIER_nondet_uchar() > 255) reach_error();
  return 0;
}
