int main(void) {
  int x;
  int *p = &x;
  switch (*p) { /* wrong */
    case 1: return 1;
  }
  return 0;
}
