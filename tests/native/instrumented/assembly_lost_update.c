// expect: unknown
// says: inline assembly (movl $1, $0) at assembly_lost_update.c:8
#include <assert.h>
#include <pthread.h>
int g;
static void *work(void *arg) {
  int x;
  asm volatile("movl %1, %0" : "=r"(x) : "m"(g));
  ++x;
  asm volatile("movl %1, %0" : "=m"(g) : "r"(x));
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(g == 2); /* wrong */
}
