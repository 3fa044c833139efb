/* <stdlib.h>, <malloc.h>: the heap. The machine provides uninitialised memory and reports its misuse. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "builtins.h"

#define PAGE 4096
#define DEFAULT_ALIGNMENT 16

static void *out_of_memory(void) {
  errno = ENOMEM;
  return NULL;
}

static void *allocate(size_t alignment, size_t size) {
  if (size > PTRDIFF_MAX) return out_of_memory();
  void *object = __mover_malloc(size, alignment);
  __mover_allocated_by(object, BY_MALLOC);
  return object ? object : out_of_memory();
}

void *malloc(size_t size) { return allocate(DEFAULT_ALIGNMENT, size); }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total) || total > PTRDIFF_MAX) return out_of_memory();
  void *object = __mover_calloc(total);
  __mover_allocated_by(object, BY_MALLOC);
  return object ? object : out_of_memory();
}

void free(void *object) {
  if (!object) return;
  __mover_given_back_by(object, BY_MALLOC);
  __mover_free(object);
}

void *realloc(void *object, size_t size) {
  if (!object) return malloc(size);
  __mover_given_back_by(object, BY_MALLOC);
  if (size == 0) {
    __mover_free(object);
    return NULL;
  }
  size_t kept = __mover_usable_size(object);
  if (size > PTRDIFF_MAX) return out_of_memory();
  void *moved = __mover_realloc(size, object);
  __mover_allocated_by(moved ? moved : object, BY_MALLOC);
  if (!moved) return out_of_memory();
  if (moved == object) return object;
  __mover_memcpy(moved, object, kept < size ? kept : size);
  __mover_free(object);
  return moved;
}

void *reallocarray(void *object, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) return out_of_memory();
  return realloc(object, total);
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  size_t rounded = 1;
  while (rounded < alignment) rounded *= 2;
  return allocate(rounded, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
  if (size > PTRDIFF_MAX) return ENOMEM;
  void *object = __mover_malloc(size, alignment);
  if (!object) return ENOMEM;
  __mover_allocated_by(object, BY_MALLOC);
  *result = object;
  return 0;
}

void *valloc(size_t size) { return allocate(PAGE, size); }

void *pvalloc(size_t size) { return allocate(PAGE, (size + PAGE - 1) / PAGE * PAGE); }

/* The usable size is exactly the requested size. */
size_t malloc_usable_size(void *object) { return object ? __mover_usable_size(object) : 0; }
