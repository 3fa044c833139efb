// Two threads count for ever.
// expect: unknown
// flags: --time-limit=1
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong counter;
static void *count(void *unused) {
  for (;;) atomic_fetch_add(&counter, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
}
