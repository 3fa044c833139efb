struct pair {
  int a, b;
};

int main(void) {
  struct pair *p = 0;
  return p->b; /* wrong */
  return 0;
}
