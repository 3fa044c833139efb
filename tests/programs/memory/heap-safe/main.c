#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  free(NULL);
  free(malloc(0));
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 4 * sizeof *p);
  p[3] = 4;
  assert(p[0] == 1 && p[1] == 2 && malloc_usable_size(p) >= 16);
  p = realloc(p, sizeof *p);
  assert(*p == 1);
  free(p);
  char *zeros = calloc(3, 2);
  for (int i = 0; i < 6; i++) assert(zeros[i] == 0);
  free(zeros);
  void *aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  assert(posix_memalign(&aligned, 3, 8) == EINVAL);
  assert(posix_memalign(&aligned, 256, 8) == 0 && (uintptr_t)aligned % 256 == 0);
  free(aligned);
  assert(calloc(SIZE_MAX, 2) == NULL && errno == ENOMEM);
  p = reallocarray(NULL, 2, sizeof *p);
  assert((uintptr_t)p % 16 == 0);
  free(p);
  return 0;
}
