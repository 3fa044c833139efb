// The optimiser knows the length of the array, which still ends with its function.
// expect: memory
#include <pthread.h>

static int *kept;

__attribute__((noinline)) static void has_array(int length) {
  int array[length];
  array[0] = 3;
  kept = array;
}

static void *uses(void *unused) {
  has_array(5);
  *kept = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, uses, 0);
  pthread_join(thread, 0);
}
