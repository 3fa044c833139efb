// A local condition variable that no thread initialises.
#include <pthread.h>

int main(void) {
  pthread_cond_t changed;
  return pthread_cond_broadcast(&changed);
}
