/* Variables that the library guards itself do not race. */
#include <pthread.h>
#include <stdlib.h>



static void *first(void *arg) {
  (void)arg;
  free(malloc(8));
  rand();
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  free(malloc(8));
  rand();
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
