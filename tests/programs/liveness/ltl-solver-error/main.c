/* k-liveness proves formulas only. */
static int x, y;

int main(void) {
  x = 1;
  x = 2;
  y = x;
  return 0;
}
