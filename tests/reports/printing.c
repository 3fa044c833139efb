// The order of the output depends on the schedule.
#include <pthread.h>
#include <stdio.h>
static int turn;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *x) {
  pthread_mutex_lock(&m);
  printf("worker %d\n", turn++);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  printf("main %d\n", turn++);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
}
