// A block that is entered again, or a function that is called again, has a new variable.
// expect: safe
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add(int *n) {
  pthread_mutex_lock(&m);
  total += *n;
  pthread_mutex_unlock(&m);
}
static void *work(void *arg) {
  add(arg);
  return 0;
}
static void turn(int i) {
  pthread_t t;
  int n = i;
  pthread_create(&t, 0, work, &n);
  add(&n);
  pthread_join(t, 0);
}
int main(void) {
  for (int i = 0; i < 2; ++i) {
    int n = i;
    add(&n);
    turn(n);
  }
}
