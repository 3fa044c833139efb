#include <assert.h>
struct point { int x, y; };
static struct point make(int x) { return (struct point){x, x + 1}; }
static int get(const struct point *p) { return p->x + p->y; }
static int pick(int which) {
  const struct point *p = which ? &(struct point){1, 2} : (struct point[]){make(5)};
  return get(&(struct point){p->x, ({ int t = p->y; t; })});
}
static int chosen(int which) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    struct point *p = &(struct point){which && i ? make(i).x : 7, i};
    struct point *q = which ? &(struct point){1, 1} : p;
    switch (i) {
      case 0: sum += get(p); break;
      default: sum += get(q); continue;
    }
    if (sum > 100) return 0;
  }
  return sum;
}
static int by_goto(void) {
  int rounds = 0, sum = 0;
  int *p;
again:
  p = (int[]){rounds};
  sum += *p;
  if (rounds++ < 3) goto again;
  return sum + *p;
}
int main(void) {
  int sum = 0;
  for (int *p = (int[]){1, 2, 3, 0}; *p; p++) sum += *p;
  while (get(&(struct point){sum, 0}) < 10) {
    int *one = &(int){1};
    { int *also = one; sum += *also; }
    sum += *one - 1;
  }
  if (get((struct point[]){{1, 2}})) { sum++; }
  assert(sum == 11 && pick(0) == 11 && pick(1) == 3);
  assert(chosen(0) == 15 && chosen(1) == 9);
  assert(by_goto() == 9);
  return 0;
}
