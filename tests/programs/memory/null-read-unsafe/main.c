int main(void) {
  int *p = 0;
  return *p; /* wrong */
  return 0;
}
