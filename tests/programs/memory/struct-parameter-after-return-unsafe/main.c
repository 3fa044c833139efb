/* A struct that is passed by value in memory. Its address is used in the call (IN_CALL, which is right), beyond its end
 * (BEYOND), or after the function has returned. */
#include <assert.h>
#include <pthread.h>

#ifdef BEYOND
#define DISTANCE 6
#else
#define DISTANCE 1
#endif

struct table {
  int entries[8];
};

static struct table all = {{0, 1, 2, 3, 4, 5, 6, 7}};

static int next_entry(const int *entry) { return entry[DISTANCE]; }

static int *change(struct table copy, int index) {
  int *entry = &copy.entries[index];
  *entry += 10;
  assert(next_entry(entry) == 3);
  return entry;
}

static int other(int value) { return value; }

static void *run(void *unused) {
  int *kept = change(all, 2);
  other(1);
#ifndef IN_CALL
  assert(*kept == 12);
#endif
  assert(kept != NULL && all.entries[2] == 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
