/* Functions that read directories directly from the kernel, which lacks files of this execution, are reported by name. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <ftw.h>
static int visit(const char *path, const struct stat *about, int kind, struct FTW *where) { return !path || !about || kind < 0 || !where; }
static void *worker(void *arg) { return arg; }
int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&another, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  mkdir("tree", 0700);
  assert(nftw("tree", visit, 4, 0) == 0);
  return 0;
}
