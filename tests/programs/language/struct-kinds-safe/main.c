#include <assert.h>

struct floats { float x, y; };
struct doubles { double x, y; };
struct mixed { int i; double d; };
struct pointers { int *p; const char *s; };
struct three { long a, b, c; };
struct nested { struct floats f; struct { char c; short s; } inner; };
struct with_array { int a[3]; };
struct ld { long double value; };

static struct floats add_floats(struct floats a, struct floats b) { return (struct floats){a.x + b.x, a.y + b.y}; }
static struct doubles swap(struct doubles d) { return (struct doubles){d.y, d.x}; }
static struct mixed both(int i, double d) { return (struct mixed){i, d}; }
static struct pointers point(int *p) { return (struct pointers){p, "text"}; }
static struct three rotate(struct three t) { return (struct three){t.b, t.c, t.a}; }
static struct nested nest(struct nested n) {
  n.inner.s *= 2;
  return n;
}
static int sum(struct with_array w) { return w.a[0] + w.a[1] + w.a[2]; }
static struct ld half(struct ld v) { return (struct ld){v.value / 2}; }

int main(void) {
  struct floats f = add_floats((struct floats){1, 2}, (struct floats){0.5f, 0.25f});
  assert(f.x == 1.5f && f.y == 2.25f);
  struct doubles d = swap((struct doubles){1, 2});
  assert(d.x == 2 && d.y == 1);
  struct mixed m = both(3, 4.5);
  assert(m.i == 3 && m.d == 4.5);
  int x = 7;
  struct pointers p = point(&x);
  *p.p = 8;
  assert(x == 8 && p.s[1] == 'e');
  struct three t = rotate(rotate((struct three){1, 2, 3}));
  assert(t.a == 3 && t.b == 1 && t.c == 2);
  struct nested n = nest((struct nested){.inner = {.c = 'c', .s = -5}, .f = {.y = 1}});
  assert(n.inner.s == -10 && n.inner.c == 'c' && n.f.x == 0 && n.f.y == 1);
  assert(sum((struct with_array){{1, 2, 3}}) == 6);
  assert(half((struct ld){5}).value == 2.5L);
  struct three array[2] = {[1] = {4, 5, 6}};
  array[0] = array[1];
  array[1].a = 0;
  assert(array[0].a == 4 && array[0].c == 6);
  return 0;
}
