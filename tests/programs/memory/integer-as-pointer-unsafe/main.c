int main(void) {
  int *p = (int *)12345;
  return *p; /* wrong */
  return 0;
}
