/* Four variables that are declared on one line keep their names. */
int main(void) {
  int *kept = 0;
  for (int i = 0, j = 1; i < 2; i += j) { int a = 1, b = i; if (i == 0) kept = &b; else return *kept + a; }
  return 0;
}
