// Infinite recursion.
// expect: memory
#include <pthread.h>
static volatile int sink;
static int down(int n) {
  volatile char frame[1024];
  frame[n % 1024] = (char)n;
  return down(n + 1) + frame[n % 1024];
}
static void *worker(void *unused) {
  sink = down(0);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
