// Uninitialised values stay uninitialised in copies, in large arrays, in variables of a loop's body, and after functions of
// the C library that copy, move or compare bytes.
// expect: memory
// says: never_set_copied.c:33:10: error
// says: never_set_copied.c:40:10: error
// says: never_set_copied.c:45:10: error
// says: never_set_copied.c:54:9: error
// says: never_set_copied.c:65:9: error
// says: never_set_copied.c:73:7: error
// says: never_set_copied.c:82:7: error
// says: never_set_copied.c:88:7: error
// says: never_set_copied.c:93:10: error
// says: never_set_copied.c:97:10: error
// says: never_set_copied.c:103:3: error
// says: never_set_copied.c:109:10: error
// says: never_set_copied.c:115:10: error
// says: never_set_copied.c:123:10: error
#define _GNU_SOURCE
#include <mover.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Pair {
  int a, b;
};
static void copy(struct Pair *to, const struct Pair *from) { *to = *from; }

static int by_assignment(void) {
  struct Pair one;
  one.a = 1;
  struct Pair other = one;
  return other.b ? 1 : 0;
}

static int by_a_function(void) {
  struct Pair one, other = {0, 0};
  one.a = 1;
  copy(&other, &one);
  return other.b ? 1 : 0;
}
static int into_a_member(void) {
  int number;
  struct Pair pair = {.a = number};
  return pair.a ? 1 : 0;
}

static int large_array(void) {
  int found = 0;
  for (int round = 0; round < 3; ++round) {
    int numbers[3000];
    for (int i = 0; i < 2999; ++i) numbers[i] = i;
    const int at = round == 2 ? 2999 : 5;
    if (numbers[at] == 7) ++found;
  }
  return found;
}

static int *kept;
static int in_turn(void) {
  for (int i = 0; i < 4; ++i) {
    int number;
    kept = &number;
    if (i < 3) number = 1;
    if (number > 5) return 1;
  }
  return 0;
}

static int large_copy(void) {
  char *one = malloc(100000), *other = malloc(100000);
  mempcpy(other, one, 100000);
  if (other[77777]) return 1;
  free(one);
  free(other);
  return 0;
}

static int aligned(void) {
  int *numbers;
  if (posix_memalign((void **)&numbers, 64, 64)) return 1;
  if (numbers[3]) return 2;
  free(numbers);
  return 0;
}
static int array(void) {
  int *numbers = reallocarray(0, 4, 4);
  if (numbers[3]) return 2;
  return 0;
}
static int text(void) {
  char letters[16];
  return strlen(letters) == 30;
}
static int printed(void) {
  char *letters = malloc(8);
  return printf("%s\n", letters);
}
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int sorted(void) {
  int *numbers = malloc(40);
  numbers++;
  qsort(numbers, 9, 4, by_number);
  return numbers[1];
}
static int atomic(void) {
  int number;
  int expected = 0;
  return __atomic_compare_exchange_n(&number, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static int updated(void) {
  int *number = malloc(4);
  int expected = 0;
  kept = number;
  return __atomic_compare_exchange_n(number, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static struct {
  void *(*get)(size_t);
} allocator = {malloc};
static int by_pointer(void) {
  int *numbers = allocator.get(16);
  return numbers[2] ? 1 : 0;
}

int main(void) {
  int (*const cases[])(void) = {by_assignment, by_a_function, into_a_member, large_array, in_turn, large_copy, aligned,
                                array,         text,          printed,       sorted,      atomic,  updated, by_pointer};
  return cases[mover_choose(sizeof cases / sizeof *cases)]();
}
