// Very many accesses before the second thread: with and without recording, the steps are the same.
#include <pthread.h>

static int table[1000], x;

static void *worker(void *argument) {
  x++;
  return 0;
}

int main(void) {
  for (int i = 0; i < 200000; i++) table[i % 1000] += i;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x++;
  pthread_join(thread, 0);
}
