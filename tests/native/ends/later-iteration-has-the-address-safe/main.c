// A pointer that is kept for an even number of iterations is not detected, and the report says so.
static int *kept;

int main(int argc, char **argv) {
  (void)argv;
  int sum = 0;
  for (int i = 0; i < 40; ++i) {
    int x = i * argc;
    if (i == 30) kept = &x;
    if (i == 32) sum += *kept;
  }
  return sum == 1000;
}
