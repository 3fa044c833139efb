// All threads draw from one sequence: the second draw of main may come after the thread's, and is another number then.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn;

static void *draw(void *unused) {
  (void)unused;
  drawn = rand();
  return 0;
}

int main(void) {
  srand(42);
  const int first = rand();
  srand(42);
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  const int mine = rand();
  pthread_join(thread, 0);
  assert(mine == first);
}
