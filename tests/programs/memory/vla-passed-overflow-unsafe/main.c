/* The array has n elements, and n + 1 are read. */
#include <pthread.h>

static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i]; /* wrong */
  return s;
}

static void *worker(void *arg) {
  int n = *(int *)arg;
  int v[n];
  for (int i = 0; i < n; i++) v[i] = i;
  return sum(v, n + 1) == 12345 ? arg : 0;
}

int main(void) {
  pthread_t t;
  int n = 5;
  pthread_create(&t, 0, worker, &n);
  pthread_join(t, 0);
  return 0;
}
