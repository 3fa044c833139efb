// Deep recursion, and a recursive mutex that is locked before each call and unlocked after it.
// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int total;
static int depth(int n) {
  volatile char frame[256];
  frame[n % 256] = 1;
  return n == 0 ? 0 : depth(n - 1) + frame[n % 256];
}
static void down(int n) {
  if (n == 0) return;
  pthread_mutex_lock(&m);
  total++;
  down(n - 1);
  pthread_mutex_unlock(&m);
}
static void *worker(void *unused) {
  down(3);
  assert(depth(1000) == 1000);
  return unused;
}
int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &recursive);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(total == 6);
  return 0;
}
