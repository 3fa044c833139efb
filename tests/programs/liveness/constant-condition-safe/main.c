// Servers that are written as `do … while (1)`: their loops have no exit.
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *argument) {
  do {
    pthread_mutex_lock(&m);
    x = !x;
    pthread_mutex_unlock(&m);
  } while (1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, server, 0);
  pthread_create(&second, 0, server, 0);
  pthread_join(first, 0);
  return 0;
}
