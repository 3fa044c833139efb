int main(void) {
  int *p;
  { int l = 1; p = &l; }
  return *p;
}
