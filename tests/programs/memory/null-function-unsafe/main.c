int main(void) {
  void (*f)(void) = 0;
  f(); /* wrong */
  return 0;
}
