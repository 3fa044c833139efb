/* Every allocating function may fail; the old contents are kept. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *worker(void *arg) {
  void *block = 0;
  int error = posix_memalign(&block, 64, 100);
  assert(error == 0 || error == ENOMEM);
  if (error == 0) free(block);
  free(aligned_alloc(64, 128));
  char *text = strdup("text");
  assert(!text || !strcmp(text, "text"));
  free(text);
  char *old = calloc(3, 4);
  if (!old) return arg;
  char *larger = realloc(old, 100);
  if (larger) {
    assert(larger[11] == 0);
    free(larger);
  } else {
    old[11] = 1;
    free(old);
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
