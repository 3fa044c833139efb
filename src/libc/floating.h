/* The representation of a double. */
#ifndef MOVER_LIBC_FLOATING_H
#define MOVER_LIBC_FLOATING_H

#include <stdint.h>

#include "builtins.h"

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  __mover_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double double_of(uint64_t bits) {
  double x;
  __mover_memcpy(&x, &bits, sizeof x);
  return x;
}

#endif
