static int *pointer;

int main(void) {
  *pointer = 1; /* wrong */
  return 0;
}
