// A lock in assembly: its order is unknown, so no race is reported.
// expect: unknown
// says: inline assembly (xchgl $0, $1)
#include <assert.h>
#include <pthread.h>
static int l, g;
static void lock(void) {
  int one = 1;
  while (one) asm volatile("xchgl %0, %1" : "+r"(one), "+m"(l) : : "memory");
}
static void unlock(void) { asm volatile("movl $0, %0" : "=m"(l) : : "memory"); }
static void *work(void *arg) {
  lock();
  ++g;
  unlock();
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(g == 2);
}
