/* flock excludes threads that have opened the file themselves. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int counter;

static void *worker(void *arg) {
  int fd = open("lock", O_RDWR | O_CREAT, 0644);
  assert(flock(fd, LOCK_EX) == 0);
  counter++;
  close(fd);
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
