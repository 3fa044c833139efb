#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, nothing, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
