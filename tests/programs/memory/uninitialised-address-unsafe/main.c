int main(void) {
  int a[4] = {0}, i;
  int *p = &i;
  return a[*p]; /* wrong */
  return 0;
}
