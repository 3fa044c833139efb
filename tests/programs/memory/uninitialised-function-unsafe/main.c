int main(void) {
  void (*f)(void);
  void (**p)(void) = &f;
  (*p)(); /* wrong */
  return 0;
}
