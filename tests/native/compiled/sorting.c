// qsort and bsearch of the C library call back into instrumented code: the comparison counts under a lock.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int comparisons;
static int compare(const void *a, const void *b) {
  pthread_mutex_lock(&m);
  comparisons++;
  pthread_mutex_unlock(&m);
  return *(const int *)a - *(const int *)b;
}
static void *sort(void *numbers) {
  qsort(numbers, 3, sizeof(int), compare);
  return 0;
}
int main(void) {
  int a[] = {3, 1, 2}, b[] = {6, 5, 4}, key = 5;
  pthread_t t;
  pthread_create(&t, 0, sort, a);
  sort(b);
  pthread_join(t, 0);
  assert(a[0] == 1 && a[2] == 3 && b[0] == 4 && b[2] == 6);
  assert(bsearch(&key, b, 3, sizeof(int), compare) == &b[1]);
  return 0;
}
