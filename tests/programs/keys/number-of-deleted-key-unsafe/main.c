// A new key may have the number of a deleted one.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_key_t first, second, third;
  pthread_key_create(&first, 0);
  pthread_key_create(&second, 0);
  pthread_key_delete(first);
  pthread_key_create(&third, 0);
  assert(third != second);
  assert(third != first);
}
