/* Unsupported code matters only if it is reached. */
int main(int argc, char **argv) {
  int x = 1;
  (void)argv;
  if (argc > 5) __asm__("addl $1, %0" : "+r"(x));
  return x;
}
