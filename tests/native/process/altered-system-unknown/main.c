// The process keeps its priority from one execution to the next.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void *lower(void *unused) { return (void)nice(0), unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lower, 0);
  errno = 0;
  getpriority(PRIO_PROCESS, 0);
  pthread_join(thread, 0);
  assert(errno == 0);
}
