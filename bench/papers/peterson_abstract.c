// [LPQR05], table 1, Peterson as the paper measured it: its predicate abstraction, a Boolean program. Variables are
// predicates of the program. An assignment states when a predicate becomes true and when it becomes false; otherwise
// its value is nondeterministic. A condition becomes a choice whose branches assume the condition or its negation.
// The abstraction omits the work inside and outside the critical section, except that its loops end after an arbitrary
// number of iterations.
//
// Expected: safe. In the paper 1,080 states (unsound), 1,213 (CPC), 3,427 (cycle detection).
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag_is_set[2], turn_is_1, is_inside[2];

// The value of a predicate after an assignment.
static int value(int known_true, int known_false) {
  if (known_true) return 1;
  if (known_false) return 0;
  return mover_choose(2);
}

// A loop over data that no predicate represents, such as the parts of several requests. `any_left` has an arbitrary
// value; when it is true, it stays true.
static void work(void) {
  int any_left = value(0, 0);
  while (mover_choose(2)) {
    any_left = value(any_left, 0);
    while (mover_choose(2)) {
    }
  }
}

// Continues only if the condition holds: one step, in which the predicates are read, like an assume of a Boolean
// program.
#define GUARD(condition)     \
  do {                       \
    mover_atomic_begin();    \
    mover_assume(condition); \
    mover_atomic_end();      \
  } while (0)

static int turn_is(int process) { return process ? turn_is_1 : !turn_is_1; }

// while (flag[other] && turn == other) {}
static void wait_for(int other) {
  while (1) {
    if (mover_choose(2)) {
      GUARD(!flag_is_set[other]);
      return;
    }
    GUARD(flag_is_set[other]);
    if (mover_choose(2)) {
      GUARD(!turn_is(other));
      return;
    }
    GUARD(turn_is(other));
  }
}

static void *process(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  while (1) {
    work();
    flag_is_set[me] = value(1, 0);
    turn_is_1 = value(other == 1, other == 0);
    wait_for(other);
    is_inside[me] = value(1, 0);
    assert(!is_inside[other]);
    work();
    is_inside[me] = value(0, 1);
    flag_is_set[me] = value(0, 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    flag_is_set[i] = value(0, 1);
    is_inside[i] = value(0, 1);
  }
  turn_is_1 = value(0, 0);
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
