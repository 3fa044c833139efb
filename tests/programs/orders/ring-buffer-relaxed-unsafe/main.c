/* The producer does not acquire the consumer's index: it overwrites an element that may still be read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kItems = 2 };
static int slot;
static atomic_uint head, tail;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 0; i < kItems; i++) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t != atomic_load_explicit(&head, memory_order_relaxed)) continue;
    slot = (int)t + 1;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
  }
  return 0;
}

int main(void) {
  pthread_t p;
  pthread_create(&p, 0, producer, 0);
  for (int i = 0; i < kItems; i++) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, memory_order_acquire)) continue;
    assert(slot == (int)h + 1);
    atomic_store_explicit(&head, h + 1, memory_order_release);
  }
  pthread_join(p, 0);
  return 0;
}
