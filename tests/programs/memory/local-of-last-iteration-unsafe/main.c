/* The variable of this iteration is another object than that of the last one, wherever the compiler puts it. */
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p && *p == 7) return 1;
    p = &x;
  }
  return 0;
}
