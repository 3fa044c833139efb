/* Condition (i): testing and entering are two steps, so both threads can enter. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int x;
static _Thread_local int inside;

static int in_the_room(void) { return inside; }

static void *visitor(void *unused) {
  if (atomic_load(&busy) == 0) {
    atomic_store(&busy, 1);
    inside = 1;
    ++x;
    inside = 0;
    atomic_store(&busy, 0);
  }
  return unused;
}

int main(void) {
  mover_exclusive(&x, in_the_room);
  pthread_t one, two;
  pthread_create(&one, 0, visitor, 0);
  pthread_create(&two, 0, visitor, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
