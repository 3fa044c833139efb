// The memory that realloc adds is uninitialised.
// expect: memory
// says: a branch depends on an uninitialised value
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  int* numbers = realloc(0, 2 * sizeof *numbers);
  numbers[0] = numbers[1] = 1;
  numbers = realloc(numbers, 4 * sizeof *numbers);
  if (numbers[1] != 1) abort();
  if (numbers[3] == 1) return 0;
  free(numbers);
  return unused;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
}
