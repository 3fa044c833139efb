// Addresses outside of an array that are legal, or common: no element is accessed there.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct Flexible {
  int length;
  int values[];
};
struct Empty {
  int length;
  int values[0];
};
struct One {
  int length;
  int values[1];
};
struct Buffer {
  char bytes[8];
  int used;
};
struct Item {
  int weight;
  int links[2];
};
static struct Item items[3];
static int matrix[2][4];
union Words {
  int halves[2];
  long whole;
};
volatile int four = 4, zero = 0;

static int sum(const int *from, const int *to) {
  int total = 0;
  while (from != to) total += *from++;
  return total;
}
static void append(struct Buffer *buffer, const char *text, size_t size) {
  memcpy(&buffer->bytes[buffer->used], text, size);
  buffer->used += (int)size;
}
static struct Item *item_of(int *link) { return (struct Item *)((char *)link - offsetof(struct Item, links)); }

int main(void) {
  struct Flexible *flexible = malloc(sizeof *flexible + 4 * sizeof(int));
  struct Empty *empty = malloc(sizeof *empty + 4 * sizeof(int));
  struct One *one = malloc(sizeof *one + 4 * sizeof(int));
  flexible->values[four - 1] = empty->values[four - 1] = one->values[four - 1] = 1;
  const int *end = &matrix[0][four];
  assert(sum(&matrix[0][zero], end) == 0);
  const int *before = &matrix[1][zero] - 1 + 1;
  assert(*before == 0);
  int *flat = matrix[0];
  flat[four] = 2;
  assert(matrix[1][zero] == 2 && end[zero] == 2);
  struct Buffer buffer = {"", 0};
  append(&buffer, "12345678", 8);
  append(&buffer, "", 0);
  items[four - 2].weight = 3;
  assert(item_of(&items[2].links[zero])->weight == 3);
  struct Item *last = &items[four - 1];
  assert((--last)->weight == 3);
  union Words words = {{1, 0}};
  assert(words.whole == 1 && words.halves[zero] == 1);
  char text[4] = "abc";
  assert("abc"[four - 1] == 0 && text[four - 1] == 0);
  free(flexible);
  free(empty);
  free(one);
  return 0;
}
