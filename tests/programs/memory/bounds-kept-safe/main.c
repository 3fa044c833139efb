/* Up to the last byte, through functions, with indices and sizes that are computed. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct record {
  char tag;
  int values[3];
};

static int table[4] = {1, 2, 3, 4};
static const char text[] = "text";

static int sum(const int *p, int n) {
  int s = 0;
  for (const int *end = p + n; p != end; ++p) s += *p;
  return s;
}

static int last(struct record r, int n) { return r.values[n - 1]; }

static void *worker(void *arg) {
  int n = *(int *)arg;
  int v[n];
  for (int i = 0; i < n; i++) v[i] = table[i];
  char copy[sizeof text], number[2];
  strcpy(copy, text);
  snprintf(number, sizeof number, "%d", 123);
  struct record r = {'r', {1, 2, 3}};
  return sum(v, n) + last(r, 3) + (int)strlen(copy) + (int)strlen(number) == 18 ? arg : 0;
}

int main(void) {
  pthread_t t;
  int n = 4;
  void *result;
  pthread_create(&t, 0, worker, &n);
  pthread_join(t, &result);
  return result != &n;
}
