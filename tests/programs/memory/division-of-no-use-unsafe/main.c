int zero = 0;

int main(void) {
  int x = 5;
  (void)(x / zero); /* wrong */
  return 0;
}
