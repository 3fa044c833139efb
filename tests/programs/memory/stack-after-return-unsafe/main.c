static int *address(void) {
  int local = 1;
  int *p = &local;
  return p;
}

int main(void) {
  return *address(); /* wrong */
  return 0;
}
