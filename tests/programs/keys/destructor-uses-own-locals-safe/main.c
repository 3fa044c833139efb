/* A destructor and its callees have locals at the addresses of ended locals of the thread's function. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int lowest;
static int *kept;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void destroy(void *value) {
  int numbers[8] = {8, 7, 6, 5, 4, 3, 2, *(int *)value};
  kept = numbers;
  qsort(numbers, 8, sizeof *numbers, compare);
  lowest = *kept;
}

static int sum(int *numbers) {
  kept = numbers;
  return kept[0] + kept[63];
}

static void *worker(void *arg) {
  int local[64] = {0};
  (void)arg;
  int *one = malloc(sizeof *one);
  if (one == 0) abort();
  *one = 1 + sum(local);
  pthread_setspecific(key, one);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, destroy);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  assert(lowest == 1);
  return 0;
}
