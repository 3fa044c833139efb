// The end of file is reached when the last writer, including duplicates, is closed.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], copy;

static void *write_one(void *which) {
  int fd = which == 0 ? ends[1] : copy;
  assert(write(fd, "x", 1) == 1);
  assert(close(fd) == 0);
  return 0;
}

int main(void) {
  pipe(ends);
  copy = dup(ends[1]);
  assert(copy > ends[1]);
  pthread_t a, b;
  pthread_create(&a, 0, write_one, 0);
  pthread_create(&b, 0, write_one, ends);
  char c;
  int count = 0;
  while (read(ends[0], &c, 1) == 1) count++;
  assert(count == 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
