/* Condition (ii): the predicate depends on a turn, and a thread hands its turn to the other one. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn = 1;
static int x;
static _Thread_local int me;

static int my_turn(void) { return me != 0 && atomic_load(&turn) == me; }

static void *player(void *number) {
  me = (int)(long)number;
  mover_assume(atomic_load(&turn) == me);
  x += me;
  atomic_store(&turn, 3 - me);
  return 0;
}

int main(void) {
  mover_exclusive(&x, my_turn);
  pthread_t one, two;
  pthread_create(&one, 0, player, (void *)1);
  pthread_create(&two, 0, player, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
