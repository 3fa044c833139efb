struct point { int x, y; };
static int get(const struct point *p) { return p->x; }
int main(void) {
  const struct point *last = 0;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    const struct point *now = &(struct point){i, i};
    if (last) sum += get(last);
    last = now;
  }
  return sum;
}
