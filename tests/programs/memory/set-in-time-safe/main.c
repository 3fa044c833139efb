/* Every value is set before it is used in a decision, in one of many ways. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits {
  unsigned low : 3, high : 5;
  int rest;
};
struct padded {
  char c;
  int x;
};

static struct padded make(int x) {
  struct padded p;
  p.c = 'p';
  p.x = x;
  return p;
}
static int take(struct padded p) { return p.x; }
static void find(int *to) { *to = 5; }

static void *worker(void *arg) {
  struct bits b, *h = malloc(sizeof *h);
  b.low = 1;
  b.high = 2;
  if (b.low + b.high != 3) return 0;
  h->low = 4;
  if (h->low != 4) return 0;
  struct bits copy = *h;
  if (copy.low != 4) return 0;
  free(h);
  struct padded p = make(3), *q = malloc(sizeof *q);
  *q = p;
  if (take(*q) != 3) return 0;
  free(q);
  char text[16];
  snprintf(text, sizeof text, "%d", 42);
  if (text[1] != '2') return 0;
  char *end;
  if (strtol("12x", &end, 10) != 12 || *end != 'x') return 0;
  int found, numbers[4], all[4];
  find(&found);
  for (int i = 0; i < 4; i++) numbers[i] = i;
  memcpy(all, numbers, sizeof all);
  if (found != 5 || all[3] != 3) return 0;
  int *grown = malloc(2 * sizeof *grown);
  grown[1] = 7;
  grown = realloc(grown, 4 * sizeof *grown);
  grown[3] = 1;
  found = grown[1] + grown[3];
  free(grown);
  int unused, also_unused = found;
  int *zeroed = calloc(4, sizeof *zeroed);
  if (zeroed[2] != 0) also_unused = unused;
  free(zeroed);
  return also_unused == 8 ? arg : 0;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, worker, &t);
  pthread_join(t, &result);
  return result != &t;
}
