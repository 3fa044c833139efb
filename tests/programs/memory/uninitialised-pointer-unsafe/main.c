int main(void) {
  int *p;
  int **q = &p;
  return **q; /* wrong */
  return 0;
}
