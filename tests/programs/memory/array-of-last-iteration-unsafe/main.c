int main(void) {
  char *kept = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    char x[16] = {0};
    if (i == 0) kept = x;
    if (i == 1) sum += kept[i];
  }
  return sum == 99;
}
