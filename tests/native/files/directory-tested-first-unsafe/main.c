/* The directory may be created between the test and mkdir. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
static void *worker(void *arg) {
  if (access("lock", F_OK) != 0) assert(mkdir("lock", 0700) == 0); /* wrong */
  return arg;
}
int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&another, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  return 0;
}
