/* Atomic objects that the library handles have orders, too. */
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long first, second;
};
static _Atomic struct pair pair;
static int data;

static void *sender(void *arg) {
  (void)arg;
  data = 1;
  atomic_store_explicit(&pair, ((struct pair){1, 1}), memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  struct pair seen = atomic_load_explicit(&pair, memory_order_acquire);
  if (seen.second == 1) data++;
  pthread_join(t, 0);
  return 0;
}
