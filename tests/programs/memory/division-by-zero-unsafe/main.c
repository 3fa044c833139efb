int main(void) {
  int zero = 0;
  return 1 / zero; /* wrong */
  return 0;
}
