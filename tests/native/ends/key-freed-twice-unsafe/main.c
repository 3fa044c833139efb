// The destructor is not a function of the user's: the place is that of its registration.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *argument) {
  void *block = malloc(4);
  pthread_setspecific(key, block);
  free(block);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, free);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
