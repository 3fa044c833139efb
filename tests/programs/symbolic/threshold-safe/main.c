// Threads count the free integers above a threshold, and add up the others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

typedef struct {
  int value, is_above;
} Item;

static Item items[2];
static atomic_int above;
static atomic_uint rest;

static void *classify(void *arg) {
  Item *item = arg;
  item->is_above = item->value > 1000;
  if (item->is_above)
    above++;
  else
    rest += (unsigned)item->value;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) items[i].value = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, classify, &items[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  int count = 0;
  unsigned sum = 0;
  for (int i = 0; i < 2; i++) {
    count += items[i].value > 1000;
    if (!items[i].is_above) sum += (unsigned)items[i].value;
  }
  assert(above == count && rest == sum);
  return 0;
}
