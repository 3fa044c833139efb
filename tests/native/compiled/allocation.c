// Memory that one thread allocates and another frees; calloc, realloc and alignment.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static void *worker(void *argument) {
  int *numbers = calloc(4, sizeof(int));
  assert(numbers[3] == 0);
  numbers[3] = 9;
  numbers = realloc(numbers, 400 * sizeof(int));
  numbers[399] = numbers[3];
  free(argument);
  return numbers;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    int *block = aligned_alloc(64, 64);
    assert((uintptr_t)block % 64 == 0);
    *block = i;
    pthread_create(&t[i], 0, worker, block);
  }
  for (int i = 0; i < 2; i++) {
    void *numbers;
    pthread_join(t[i], &numbers);
    assert(((int *)numbers)[399] == 9);
    free(numbers);
  }
  return 0;
}
