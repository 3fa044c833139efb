// realloc may move the block or keep its address.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct text { char *begin, *cursor; };
static void grow(struct text *t, size_t size) {
  char *old = t->begin;
  t->begin = realloc(t->begin, size);
  if (MOVED) t->cursor = t->begin + (t->cursor - old);
}
int main(void) {
  struct text t;
  t.begin = malloc(16);
  strcpy(t.begin, "abc");
  t.cursor = t.begin + 2;
  grow(&t, 64);
  assert(*t.cursor == 'c');
  grow(&t, 4);
  assert(*t.cursor == 'c' && strcmp(t.begin, "abc") == 0);
  char *last = t.begin;
  t.begin = realloc(t.begin, 8);
  assert(EXPECTED);
  free(t.begin);
}
