/* Private copies of the caller's data. A model works on such a copy, so that it reads shared memory only once. */
#ifndef MOVER_LIBC_LOCAL_H
#define MOVER_LIBC_LOCAL_H

#include "builtins.h"

#define AT_LEAST_ONE(n) ((n) ? (n) : 1)

/* Declares `name`, an array with a private copy of the C string s including its NUL, and name_size, its size. */
#define LOCAL_COPY(name, s)                   \
  size_t name##_size = __mover_strlen(s) + 1; \
  char name[name##_size];                     \
  __mover_copy_text(name, s, name##_size)

void *malloc(size_t size);
void free(void *object);

#endif
