// Nodes that are never freed, in a free list with a count, which distinguishes uses of one node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static struct node { uint32_t next; } nodes[2];
static _Atomic uint64_t top;  // count, and the number of a node or 0
static atomic_int users[2];
static uint32_t take(void) {
  uint64_t old = top;
  for (;;) {
    uint32_t n = (uint32_t)old;
    if (n == 0) return 0;
    uint64_t next = ((old >> 32) + 1) << 32 | __atomic_load_n(&nodes[n].next, __ATOMIC_SEQ_CST);
    if (atomic_compare_exchange_strong(&top, &old, next)) return n;
  }
}
static void give(uint32_t n) {
  uint64_t old = top;
  do __atomic_store_n(&nodes[n].next, (uint32_t)old, __ATOMIC_SEQ_CST);
  while (!atomic_compare_exchange_strong(&top, &old, ((old >> 32) + 1) << 32 | n));
}
static void *use(void *unused) {
  uint32_t n = take();
  if (n == 0) return unused;
  assert(atomic_fetch_add(&users[n], 1) == 0);
  atomic_fetch_sub(&users[n], 1);
  give(n);
  return unused;
}
int main(void) {
  give(1);
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
