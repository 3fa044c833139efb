// A main thread that ends by pthread_exit() is a thread that ends: its values are destroyed.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void destroy(void *value) { assert(0); }

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_exit(0);
}
