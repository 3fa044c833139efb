#include <pthread.h>

int main(void) {
  pthread_t t;
  pthread_join(t, 0); /* wrong */
  return 0;
}
