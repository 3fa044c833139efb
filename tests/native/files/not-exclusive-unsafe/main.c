/* A file that is created without O_EXCL is no lock. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int counter;

static void *worker(void *arg) {
  int fd;
  while ((fd = open("lock", O_WRONLY | O_CREAT, 0644)) < 0);
  int value = counter;
  counter = value + 1;
  close(fd);
  unlink("lock");
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(counter == 2);
  return 0;
}
