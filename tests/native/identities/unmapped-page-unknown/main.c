// mmap may return the address of a mapping that was removed.
#include <assert.h>
#include <sys/mman.h>

static void *page(void) { return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

int main(void) {
  void *first = page();
  munmap(first, 4096);
  assert(first != page());
  return 0;
}
