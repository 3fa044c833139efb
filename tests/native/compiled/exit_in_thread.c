// A thread ends the process while another waits for ever for a lock whose holder joins it, and a third one runs: the deadlock
// exists before the end.
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int work;
static void *stuck(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}
static void *worker(void *unused) {
  atomic_fetch_add(&work, 1);
  return unused;
}
static void *ends(void *unused) {
  atomic_fetch_add(&work, 1);
  exit(0);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_mutex_lock(&m);
  pthread_create(&t[0], 0, stuck, 0);
  pthread_create(&t[1], 0, worker, 0);
  pthread_create(&t[2], 0, ends, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
