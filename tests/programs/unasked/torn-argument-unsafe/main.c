/* A struct passed by value, and one that memset writes, of a size that is not constant. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct block {
  long words[5];
} shared;
static size_t size = sizeof shared;

static void look(struct block mine) { assert(mine.words[0] == mine.words[4]); }

static void *worker(void *arg) {
  (void)arg;
  memset(&shared, 1, size);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  look(shared);
  pthread_join(a, 0);
  return 0;
}
