int main(void) {
  int x = 1;
  __asm__("addl $1, %0" : "+r"(x));
  return x;
}
