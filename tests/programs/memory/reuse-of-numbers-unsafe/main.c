// Addresses as numbers, in one thread: in parts, hashed, in a union, byte by byte.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
union word { void *pointer; uint32_t half[2]; unsigned char byte[8]; };
static uint64_t hash(void *p) { return ((uintptr_t)p ^ 0x9e3779b9u) * 31; }
static int same_halves(void *p, void *q) {
  union word a = {p}, b = {q};
  return a.half[0] == b.half[0] && a.half[1] == b.half[1];
}
static int same_bytes(void *p, void *q) { return memcmp(&p, &q, sizeof p) == 0; }
int main(void) {
  char *old = malloc(8);
  uint64_t kept = hash(old);
  void *copy = old;
  free(old);
  char *next = malloc(8);
  assert(!(CASE));
  free(next);
  return kept == 0 || copy == 0;
}
