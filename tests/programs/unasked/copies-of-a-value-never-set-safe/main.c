/* Memory errors are not checked: an uninitialised value is arbitrary, but all its uses and copies agree. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct record {
  int number;
  char letter;
  long large;
};

static struct record same(struct record r) { return r; }

static int twice(int x) { return x + x; }

static void copies(void) {
  struct record *p = malloc(sizeof *p), q, r;
  q = *p;
  r = same(q);
  if (r.number > 5) assert(p->number > 5);
  if (q.letter == 'x') assert(r.letter == 'x' && p->letter == r.letter);
  unsigned low = (unsigned)r.large;
  assert((low >> 16) == ((unsigned long)r.large >> 16 & 0xffff));
#ifdef WRONG
  assert(r.number != 7 || q.letter != 'x');
#endif
  free(p);
}

static void arithmetic(void) {
  int x, y = x;
  if (x < y) abort();
  assert(twice(x) % 2 == 0);
  if (x > 10 && x < 20) assert(y * y < 400);
  unsigned u = (unsigned)x;
  assert((u ^ (unsigned)y) == 0);
}

static void bytes(void) {
  char from[8], to[8];
  memcpy(to, from, sizeof to);
  if (to[3]) assert(from[3]);
  switch (from[1]) {
    case 1:
      assert(to[1] == 1);
      break;
    case 2:
      assert(to[1] != 1);
      break;
    default:
      assert(to[1] != 1 && to[1] != 2);
  }
}

static void later(void) {
  for (int i = 0; i < 2; i++) {
    int x;
    if (x == i) assert(x == i);
  }
}

int main(void) {
  copies();
  arithmetic();
  bytes();
  later();
  return 0;
}
