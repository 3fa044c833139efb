// Each execution reads the file from its beginning.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int fd;
static char first[2];

static void *take(void *argument) {
  int i = argument != 0;
  assert(read(fd, &first[i], 1) == 1);
  return 0;
}

int main(void) {
  fd = open("text", O_RDONLY);
  assert(fd >= 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, take, &fd);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert((first[0] == 'a' && first[1] == 'b') || (first[0] == 'b' && first[1] == 'a'));
  assert(lseek(fd, 0, SEEK_END) == 4 && lseek(fd, -2, SEEK_CUR) == 2);
  char c;
  assert(read(fd, &c, 1) == 1 && c == 'c');
  assert(close(fd) == 0);
  assert(open("no such file", O_RDONLY) == -1);
}
