/* A file and its shared mapping (MAP_SHARED) are the same memory: reading the one races with writing the other. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *mapped;

static void *worker(void *arg) {
  mapped[0] = 'x';
  return arg;
}

int main(void) {
  char bytes[6];
  pthread_t t;
  int fd = open("made", O_RDWR | O_CREAT, 0644);
  assert(write(fd, "abcdef", 6) == 6);
  mapped = mmap(0, 6, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(memcmp(mapped, "abcdef", 6) == 0);
  assert(pwrite(fd, "C", 1, 2) == 1 && mapped[2] == 'C');
  mapped[3] = 'D';
  pthread_create(&t, 0, worker, 0);
  assert(pread(fd, bytes, 6, 0) == 6);
  pthread_join(t, 0);
  assert(pread(fd, bytes, 6, 0) == 6 && memcmp(bytes, "xbCDef", 6) == 0);
  mapped[5] = '!';
  assert(munmap(mapped, 6) == 0 && pread(fd, bytes, 6, 0) == 6 && bytes[5] == '!');
  return 0;
}
