/* One thread may still write to memory that another one unmaps. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic(int *) shared;

static void *worker(void *arg) {
  int *p = shared;
  if (p) *p = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  shared = p;
  pthread_create(&t, 0, worker, 0);
  shared = 0;
  munmap(p, 4096);
  pthread_join(t, 0);
  return 0;
}
