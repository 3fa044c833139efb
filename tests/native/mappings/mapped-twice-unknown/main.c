/* Two mappings of a written file are not simulated, and this is reported. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int fd = open("made", O_RDWR | O_CREAT, 0644);
  assert(ftruncate(fd, 4096) == 0);
  char *p = mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
  char *q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  q[0] = 1;
  assert(p[0] == 1);
  pthread_join(t, 0);
  return 0;
}
