/* The times of a file, with all functions that set them. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/time.h>
#include <utime.h>
static void *worker(void *arg) { return arg; }
int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&another, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  struct stat about;
  close(open("file", O_CREAT | O_WRONLY, 0600));
  struct utimbuf by_utime = {100, 200};
  assert(utime("file", &by_utime) == 0 && stat("file", &about) == 0 && about.st_mtime == 200);
  struct timeval by_utimes[] = {{1, 0}, {300, 0}};
  assert(utimes("file", by_utimes) == 0 && stat("file", &about) == 0 && about.st_mtime == 300);
  assert(utime("missing", &by_utime) == -1 && errno == ENOENT);
  return 0;
}
