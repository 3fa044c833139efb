#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct person {
  const char *name;
  int age;
};

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_name(const void *a, const void *b) {
  return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}
static int by_sign(const void *a, const void *b, void *sign) { return *(int *)sign * by_value(a, b); }

int main(void) {
  int values[] = {5, 3, 9, 1, 3};
  qsort(values, 5, sizeof *values, by_value);
  for (int i = 1; i < 5; i++) assert(values[i - 1] <= values[i]);
  int key = 9, missing = 4;
  assert(bsearch(&key, values, 5, sizeof *values, by_value) == &values[4]);
  assert(bsearch(&missing, values, 5, sizeof *values, by_value) == NULL);
  struct person people[] = {{"Eve", 30}, {"Adam", 31}, {"Cain", 5}};
  qsort(people, 3, sizeof *people, by_name);
  assert(people[0].age == 31 && people[1].age == 5 && people[2].age == 30);
  int sign = -1;
  qsort_r(values, 5, sizeof *values, by_sign, &sign);
  assert(values[0] == 9 && values[4] == 1);
  qsort(values, 0, sizeof *values, by_value);
  return 0;
}
