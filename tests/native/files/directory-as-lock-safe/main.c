/* If two threads create a directory, one of them succeeds. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
static atomic_int made;
static void *worker(void *arg) {
  if (mkdir("lock", 0700) == 0)
    made++;
  else
    assert(errno == EEXIST);
  return arg;
}
int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&another, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  assert(made == 1 && rmdir("lock") == 0);
  return 0;
}
