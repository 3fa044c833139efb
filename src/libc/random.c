/* <stdlib.h>: pseudo-random numbers. With --nondet-rand they are arbitrary values. Otherwise they come from a linear
 * congruential generator with a fixed seed. It has one state for all threads, which is accessed atomically, because
 * glibc guards it with a lock. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

#include "builtins.h"

static uint32_t state = 1;
static uint64_t state48 = 0x1234abcd330e;

static uint32_t next_of(uint32_t value) { return value * 1103515245 + 12345; }

/* The upper halves of two successive values. */
static int mix(uint32_t a, uint32_t b) { return (int)((a & 0xffff0000) >> 1 | b >> 17); }

static int draw(void) {
  if (__mover_nondet_rand()) return (int)(__mover_nondet(32) & RAND_MAX);
  __mover_note("rand and its like give one fixed sequence of numbers (--nondet-rand explores any values)");
  __mover_atomic_begin();
  uint32_t a = next_of(__atomic_load_n(&state, __ATOMIC_SEQ_CST)), b = next_of(a);
  __atomic_store_n(&state, b, __ATOMIC_SEQ_CST);
  __mover_atomic_end();
  return mix(a, b);
}

int rand(void) { return draw(); }
long random(void) { return draw(); }

void srand(unsigned seed) { __atomic_store_n(&state, seed, __ATOMIC_SEQ_CST); }
void srandom(unsigned seed) { __atomic_store_n(&state, seed, __ATOMIC_SEQ_CST); }

/* The caller keeps the state. */
int rand_r(unsigned *seed) {
  if (__mover_nondet_rand()) return (int)(__mover_nondet(32) & RAND_MAX);
  uint32_t a = next_of(*seed), b = next_of(a);
  *seed = b;
  return mix(a, b);
}

static uint64_t draw48(void) {
  if (__mover_nondet_rand()) return __mover_nondet(32) << 16;
  __mover_note("rand and its like give one fixed sequence of numbers (--nondet-rand explores any values)");
  __mover_atomic_begin();
  uint64_t value = (__atomic_load_n(&state48, __ATOMIC_SEQ_CST) * 0x5deece66d + 0xb) & 0xffffffffffff;
  __atomic_store_n(&state48, value, __ATOMIC_SEQ_CST);
  __mover_atomic_end();
  return value;
}

void srand48(long seed) { __atomic_store_n(&state48, (uint64_t)(uint32_t)seed << 16 | 0x330e, __ATOMIC_SEQ_CST); }

double drand48(void) { return (double)draw48() / 281474976710656.0; }
long lrand48(void) { return (long)(draw48() >> 17); }
long mrand48(void) { return (int32_t)(draw48() >> 16); }
