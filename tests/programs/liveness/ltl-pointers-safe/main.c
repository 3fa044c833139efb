/* p points to first, then to second, and each of them keeps its value from then on. */
#include <pthread.h>
#include <stdatomic.h>

struct item {
  int value;
  struct item *next;
};

static struct item second = {2, 0}, first = {1, &second};
static struct item *_Atomic p;

static void *move(void *arg) {
  p = &first;
  p = first.next;
  return arg;
}

static void *wait(void *arg) {
  while (!p) {
  }
  return arg;
}

int main(void) {
  pthread_t mover, waiter;
  pthread_create(&mover, 0, move, 0);
  pthread_create(&waiter, 0, wait, 0);
  pthread_join(mover, 0);
  pthread_join(waiter, 0);
  return 0;
}
