/* X counts steps, which the circuit divides otherwise than the interpreter. */
static int x, y;

int main(void) {
  x = 1;
  x = 2;
  y = x;
  return 0;
}
