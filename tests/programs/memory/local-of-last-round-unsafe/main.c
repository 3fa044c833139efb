static void keep(int **p, int *x) { *p = x; }
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    if (p) r = *p;
    int x = i;
    keep(&p, &x);
  }
  return r;
}
