/* The variable of this iteration is a new object, wherever the compiler allocates it. */
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p && *p == 7) return 1;
    p = &x;
  }
  return 0;
}
