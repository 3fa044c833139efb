// More threads at once than the engine supports.
#include <pthread.h>

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t threads[80];
  for (int i = 0; i < 80; ++i) pthread_create(&threads[i], 0, nothing, 0);
  for (int i = 0; i < 80; ++i) pthread_join(threads[i], 0);
  return 0;
}
