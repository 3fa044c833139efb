/* The memory after a is not part of a. */
static int a[4], b[4];

int main(void) {
  int i = 4;
  a[i] = 1; /* wrong */
  return 0;
}
