static void keep(char **p, char *x) { *p = x; }
int main(void) {
  char *kept = 0;
  volatile int far = 70;
  for (int i = 0; i < 3; i++) {
    char x[16] = {0};
    keep(&kept, x);
    if (i == 2) x[far] = 1; /* wrong */
  }
  return kept == 0;
}
