/* Of an address, 32 bits are kept, and compared with those of another one. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static uint32_t kept;
static uint32_t part(void *p) { return (uint32_t)((uintptr_t)p >> 4); }
static void *other(void *arg) {
  int *next = malloc(sizeof *next);
  assert(part(next) != kept);
  free(next);
  return arg;
}
int main(void) {
  int *old = malloc(sizeof *old);
  kept = part(old);
  END(old);
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  return 0;
}
