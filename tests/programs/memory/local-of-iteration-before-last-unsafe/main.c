/* Through a pointer that was kept for two iterations, or more. */
int main(void) {
  int *kept = 0, sum = 0;
  for (int i = 0; i < 5; i++) {
    int x = i;
    if (i == 1) kept = &x;
    if (i == LATER) sum += *kept;
  }
  return sum == 99;
}
