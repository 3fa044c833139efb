/* The counter of [FQ03, section 2] with its five exclusive access predicates. A mutex is an integer: its value is the
 * thread that holds it, or 0. Nothing protects the specification variable count. As printed, decr releases mx. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong mx, my;
static int x, y;
static atomic_int count;

static unsigned long self(void) { return (unsigned long)pthread_self(); }
static int holds_mx(void) { return atomic_load(&mx) == self(); }
static int holds_my(void) { return atomic_load(&my) == self(); }
static int never(void) { return 0; }

static void acquire(atomic_ulong *mutex) {
  for (unsigned long nobody = 0; !atomic_compare_exchange_strong(mutex, &nobody, self());) nobody = 0;
}
static void release(atomic_ulong *mutex) { atomic_store(mutex, 0); }

static void *incr(void *unused) {
  acquire(&mx);
  int tx = x;
  atomic_fetch_add(&count, 1);
  x = tx + 1;
  release(&mx);
  return unused;
}

static void *decr(void *unused) {
  acquire(&my);
  int ty = y;
  atomic_fetch_sub(&count, 1);
  y = ty + 1;
  release(&mx);
  return unused;
}

static void *read(void *unused) {
  acquire(&mx);
  int tx = x;
  acquire(&my);
  int ty = y;
  mover_assert(count == tx - ty);
  release(&my);
  release(&mx);
  return unused;
}

int main(void) {
  mover_exclusive(&x, holds_mx);
  mover_exclusive(&y, holds_my);
  mover_exclusive(&mx, holds_mx);
  mover_exclusive(&my, holds_my);
  mover_exclusive(&count, never);
  void *(*methods[])(void *) = {incr, decr, read};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, methods[i], 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
