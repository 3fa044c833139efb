// The same without the lock.
// expect: race
#include <pthread.h>
#include <stdlib.h>
static int comparisons;
static int compare(const void *a, const void *b) {
  comparisons++;
  return *(const int *)a - *(const int *)b;
}
static void *sort(void *numbers) {
  qsort(numbers, 3, sizeof(int), compare);
  return 0;
}
int main(void) {
  int a[] = {3, 1, 2}, b[] = {6, 5, 4};
  pthread_t t;
  pthread_create(&t, 0, sort, a);
  sort(b);
  pthread_join(t, 0);
  return comparisons < 0;
}
