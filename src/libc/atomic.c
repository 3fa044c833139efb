/* The functions that compilers call for atomic objects for which there is no instruction: those with other sizes than
 * 1, 2, 4 and 8 bytes. Here each call is one atomic step. The compiler treats their names as builtins, so the functions
 * have other names in C, and assembler labels. */
#include <stdbool.h>
#include <stdint.h>

#include "builtins.h"
#include "local.h"

typedef unsigned __int128 u128;

#define NAMED(function, label) function __asm__(label)

void NAMED(atomic_load(size_t size, void *from, void *to, int order), "__atomic_load");
void NAMED(atomic_store(size_t size, void *to, void *from, int order), "__atomic_store");
void NAMED(atomic_exchange(size_t size, void *at, void *desired, void *old, int order), "__atomic_exchange");
bool NAMED(atomic_compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure),
           "__atomic_compare_exchange");
bool NAMED(atomic_is_lock_free(size_t size, const volatile void *at), "__atomic_is_lock_free");

void atomic_load(size_t size, void *from, void *to, int order) {
  char value[AT_LEAST_ONE(size)];
  if (order == __ATOMIC_RELAXED)
    __mover_memcpy_relaxed(value, from, size);
  else
    __mover_memcpy_atomic(value, from, size);
  __mover_memcpy(to, value, size);
}

void atomic_store(size_t size, void *to, void *from, int order) {
  char value[AT_LEAST_ONE(size)];
  __mover_memcpy(value, from, size);
  if (order == __ATOMIC_RELAXED)
    __mover_memcpy_relaxed(to, value, size);
  else
    __mover_memcpy_atomic(to, value, size);
}

/* Operations that read and write are atomic sections, which are at least as strong as every memory order. */

void atomic_exchange(size_t size, void *at, void *desired, void *old, int order) {
  (void)order;
  char before[AT_LEAST_ONE(size)], after[AT_LEAST_ONE(size)];
  __mover_memcpy(after, desired, size);
  __mover_atomic_begin();
  __mover_memcpy_atomic(before, at, size);
  __mover_memcpy_atomic(at, after, size);
  __mover_atomic_end();
  __mover_memcpy(old, before, size);
}

static bool equal(const char *a, const char *b, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return false;
  return true;
}

bool atomic_compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure) {
  (void)success;
  (void)failure;
  char before[AT_LEAST_ONE(size)], wanted[AT_LEAST_ONE(size)], after[AT_LEAST_ONE(size)];
  __mover_memcpy(wanted, expected, size);
  __mover_memcpy(after, desired, size);
  __mover_atomic_begin();
  __mover_memcpy_atomic(before, at, size);
  bool same = equal(before, wanted, size);
  if (same) __mover_memcpy_atomic(at, after, size);
  __mover_atomic_end();
  if (!same) __mover_memcpy(expected, before, size);
  return same;
}

bool atomic_is_lock_free(size_t size, const volatile void *at) {
  (void)at;
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/* ---- 16 bytes, by value ---- */

u128 NAMED(atomic_load_16(void *from, int order), "__atomic_load_16");
void NAMED(atomic_store_16(void *to, u128 value, int order), "__atomic_store_16");
u128 NAMED(atomic_exchange_16(void *at, u128 desired, int order), "__atomic_exchange_16");
bool NAMED(atomic_compare_exchange_16(void *at, void *expected, u128 desired, int success, int failure),
           "__atomic_compare_exchange_16");

u128 atomic_load_16(void *from, int order) {
  u128 value;
  atomic_load(sizeof value, from, &value, order);
  return value;
}

void atomic_store_16(void *to, u128 value, int order) { atomic_store(sizeof value, to, &value, order); }

u128 atomic_exchange_16(void *at, u128 desired, int order) {
  u128 old;
  atomic_exchange(sizeof desired, at, &desired, &old, order);
  return old;
}

bool atomic_compare_exchange_16(void *at, void *expected, u128 desired, int success, int failure) {
  return atomic_compare_exchange(sizeof desired, at, expected, &desired, success, failure);
}

#define FETCH_16(name, expression)                                            \
  u128 NAMED(name##_16(void *at, u128 operand, int order), "__" #name "_16"); \
  u128 name##_16(void *at, u128 operand, int order) {                         \
    (void)order;                                                              \
    u128 old, value;                                                          \
    __mover_atomic_begin();                                                   \
    __mover_memcpy_atomic(&old, at, sizeof old);                              \
    value = expression;                                                       \
    __mover_memcpy_atomic(at, &value, sizeof value);                          \
    __mover_atomic_end();                                                     \
    return old;                                                               \
  }
FETCH_16(atomic_fetch_add, old + operand)
FETCH_16(atomic_fetch_sub, old - operand)
FETCH_16(atomic_fetch_and, old &operand)
FETCH_16(atomic_fetch_or, old | operand)
FETCH_16(atomic_fetch_xor, old ^ operand)
FETCH_16(atomic_fetch_nand, ~(old &operand))
