/* The second thread gets the number of the first one, which has been joined. The third one gets another number. */
#include <pthread.h>

static volatile int x;

static void *first(void *arg) {
  x = 1;
  return arg;
}

static void *second(void *arg) {
  x = 2;
  return arg;
}

static void *third(void *arg) {
  x = 3;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  pthread_create(&a, 0, second, 0);
  pthread_create(&b, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
