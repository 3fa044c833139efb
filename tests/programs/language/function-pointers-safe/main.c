#include <assert.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int fold(operation f, const int *values, int n) {
  int result = values[0];
  for (int i = 1; i < n; i++) result = f(result, values[i]);
  return result;
}
static operation choose(char c) { return c == '+' ? add : sub; }

struct shape {
  int (*area)(const struct shape *);
  int width, height;
};
static int rectangle(const struct shape *s) { return s->width * s->height; }

static operation table[] = {add, sub};

int main(void) {
  int values[] = {10, 3, 2};
  assert(fold(add, values, 3) == 15 && fold(&sub, values, 3) == 5);
  assert(table[1](7, 2) == 5 && (*table[0])(7, 2) == 9);
  assert(choose('+')(1, 2) == 3 && choose('-') == sub && choose('-') != add);
  struct shape s = {rectangle, 3, 4};
  assert(s.area(&s) == 12);
  return 0;
}
