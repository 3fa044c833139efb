/* One producer, one consumer: each reads its own index relaxed, the other's with acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kSlots = 2, kItems = 3 };
static int slots[kSlots];
static atomic_uint head, tail;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 0; i < kItems; i++) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&head, memory_order_acquire) == kSlots) continue;
    slots[t % kSlots] = (int)t + 1;
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
    assert(slots[h % kSlots] == (int)h + 1);
    atomic_store_explicit(&head, h + 1, memory_order_release);
  }
  pthread_join(p, 0);
  return 0;
}
