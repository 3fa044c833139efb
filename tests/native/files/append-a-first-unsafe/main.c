/* Two threads append to one file: both orders are explored. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *worker(void *arg) {
  int fd = open("log", O_WRONLY | O_CREAT | O_APPEND, 0644);
  assert(write(fd, arg, 1) == 1);
  close(fd);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char bytes[4] = "";
  pthread_create(&t, 0, worker, "a");
  pthread_create(&u, 0, worker, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  int fd = open("log", O_RDONLY);
  assert(read(fd, bytes, sizeof bytes) == 2);
  assert(bytes[0] == FIRST);
  return 0;
}
