/* The library reads the string on behalf of its caller. */
#include <pthread.h>
#include <stdio.h>

static char text[8] = "xyz";

static void *first(void *arg) {
  (void)arg;
  printf("%s\n", text);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  text[0] = 'X';
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
