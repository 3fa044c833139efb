#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *nothing(void *argument) { return 0; }
static int a, b;
static void *set(void *argument) {
  __atomic_store_n(&a, 1, __ATOMIC_SEQ_CST);
  return nothing(argument);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  FILE *file = fopen("text", "r");
  assert(file != 0);
  b = __atomic_load_n(&a, __ATOMIC_SEQ_CST);
  char line[16];
  assert(fgets(line, sizeof line, file) != 0 && strcmp(line, "abc\n") == 0);
  b += __atomic_load_n(&a, __ATOMIC_SEQ_CST);
  assert(fgets(line, sizeof line, file) == 0);
  fclose(file);
  pthread_join(thread, 0);
}
