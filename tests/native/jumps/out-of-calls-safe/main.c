#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void deep(int n) {
  volatile char bytes[64];
  bytes[0] = (char)n;
  if (n == 0) longjmp(place, 1);
  deep(n - 1);
}

static int compare(const void *a, const void *b) {
  (void)a, (void)b;
  longjmp(place, 2);
}

int main(int argc, char **argv) {
  (void)argv;
  int round = setjmp(place), numbers[2] = {2, 1};
  if (round == 0) deep(5);
  if (round == 1) qsort(numbers, 2, sizeof *numbers, compare);
  if (round == 2) longjmp(place, 3);
  int array[argc + 3];
  array[0] = round;
  if (round == 3) longjmp(place, 4);
  assert(round == 4 && array[0] == 4);
}
