#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  (void)arg;
  atomic_store_explicit(&flag, 1, memory_order_release);
  data = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
