/* Protections and flags of mappings; moved and unmapped mappings. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  const int rw = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS;
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  char *low = mmap(0, 4096, rw, own | MAP_32BIT, -1, 0);
  assert(low != MAP_FAILED && (unsigned long)low < 1ul << 31);
  low[4095] = 1;
  char *p = mmap(0, 8192, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(mprotect(p, 4096, rw) == 0);
  p[0] = 5;
  assert(mprotect(p, 8192, PROT_READ) == 0 && p[0] == 5 && p[4096] == 0);
  assert(mprotect(p, 8192, rw) == 0);
  char *q = mremap(p, 8192, 65536, MREMAP_MAYMOVE);
  assert(q != MAP_FAILED && q[0] == 5);
  memset(q, 1, 65536);
  assert(madvise(q, 65536, MADV_DONTNEED) == 0 && q[0] == 0 && q[65535] == 0);
  assert(mmap(q + 4096, 4096, PROT_READ, own | MAP_FIXED, -1, 0) == q + 4096 && q[4096] == 0);
  assert(mmap(q, 4096, PROT_READ, own | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED);
  q[0] = q[8192] = 1;
  assert(munmap(q, 65536) == 0 && mmap(0, 0, rw, own, -1, 0) == MAP_FAILED);
  pthread_join(t, 0);
  return 0;
}
