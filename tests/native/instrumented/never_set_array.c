// An array of variable length.
// expect: memory
// says: a branch depends on an uninitialised value
#include <pthread.h>

static int last_is_five(int size) {
  int numbers[size];
  numbers[0] = 5;
  if (numbers[size - 1] == 5) return 1;
  return 0;
}

static void* run(void* size) { return last_is_five(*(int*)size) ? size : 0; }

int main() {
  pthread_t thread;
  int size = 20;
  pthread_create(&thread, 0, run, &size);
  pthread_join(thread, 0);
}
