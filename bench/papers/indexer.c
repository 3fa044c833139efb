/* Flanagan and Godefroid's Indexer: threads insert words into a shared table by linear probing. With up to 11 threads
   no two of them access the same cell. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 12
#endif
#define SIZE 128
#define WORDS 4

static atomic_int table[SIZE];

static void *worker(void *argument) {
  int tid = (int)(long)argument;
  for (int m = 1; m <= WORDS; ++m) {
    int w = 11 * m + tid, h = 7 * w % SIZE, empty = 0;
    while (!atomic_compare_exchange_strong(&table[h], &empty, w)) {
      empty = 0;
      h = (h + 1) % SIZE;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
