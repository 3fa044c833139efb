// The store of the tail has to be a release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define SIZE 2
typedef struct {
  int items[SIZE];
  atomic_uint head, tail;
} ring;
static ring r;
static int push(ring *q, int v) {
  unsigned t = atomic_load_explicit(&q->tail, memory_order_relaxed);
  if (t - atomic_load_explicit(&q->head, memory_order_acquire) == SIZE) return 0;
  q->items[t % SIZE] = v;
  atomic_store_explicit(&q->tail, t + 1, memory_order_relaxed);
  return 1;
}
static int pop(ring *q, int *v) {
  unsigned h = atomic_load_explicit(&q->head, memory_order_relaxed);
  if (h == atomic_load_explicit(&q->tail, memory_order_acquire)) return 0;
  *v = q->items[h % SIZE];
  atomic_store_explicit(&q->head, h + 1, memory_order_release);
  return 1;
}
static void *consumer(void *x) {
  int v;
  if (pop(&r, &v)) assert(v == 5);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  push(&r, 5);
  pthread_join(t, 0);
}
