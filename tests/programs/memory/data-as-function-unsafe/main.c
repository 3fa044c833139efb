static int x;

int main(void) {
  void (*f)(void) = (void (*)(void))&x;
  f(); /* wrong */
  return 0;
}
