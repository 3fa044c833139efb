/* No reduction of the symbolic engine is known to keep formulas and fairness. */
static int x, y;

int main(void) {
  x = 1;
  x = 2;
  y = x;
  return 0;
}
