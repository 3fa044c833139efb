/* A single thread: each value of a variable is seen. */
static int x, y;

int main(void) {
  x = 1;
  x = 2;
  y = x;
  return 0;
}
