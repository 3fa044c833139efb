int main(void) {
  int x;
  int *p = &x;
  if (*p) return 1; /* wrong */
  return 0;
}
