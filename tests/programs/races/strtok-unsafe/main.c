/* strtok keeps its position in one variable for all threads. */
#include <pthread.h>
#include <string.h>

static char a[] = "1,2", b[] = "3,4";

static void *first(void *arg) {
  (void)arg;
  strtok(a, ",");
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  strtok(b, ",");
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
