/* Another thread may move the offset between lseek and write. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
static int file;
static void *worker(void *arg) {
  int mine = dup(file);
  lseek(mine, 4, SEEK_SET);
  assert(write(mine, "ab", 2) == 2);
  assert(lseek(mine, 0, SEEK_CUR) == 6); /* wrong */
  return arg;
}
int main(void) {
  file = open("file", O_CREAT | O_RDWR, 0600);
  pthread_t one, another;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&another, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  return 0;
}
