// Mapped memory is restored like any other, and shared by threads.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int *shared;

static void *add(void *argument) {
  __atomic_fetch_add(shared, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  shared = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(shared != MAP_FAILED && ((unsigned long)shared & 4095) == 0 && *shared == 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(*shared == 2);
  assert(munmap(shared, 8192) == 0);
  int fd = open("text", O_RDONLY);
  char *text = mmap(0, 4, PROT_READ, MAP_PRIVATE, fd, 0);
  assert(memcmp(text, "abc\n", 4) == 0);
}
