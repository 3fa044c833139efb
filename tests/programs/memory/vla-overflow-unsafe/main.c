int main(void) {
  int n = 3;
  int a[n];
  a[n] = 1; /* wrong */
  return 0;
}
