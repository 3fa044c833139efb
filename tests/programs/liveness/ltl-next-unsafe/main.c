/* X counts the steps of the interpreter: the writes to x and y, because the formula observes x, and the end. */
static int x, y;

int main(void) {
  x = 1;
  x = 2;
  y = x;
  return 0;
}
