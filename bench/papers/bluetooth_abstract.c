// [LPQR05], table 1, Bluetooth as the paper measured it: a Boolean program, a predicate abstraction of bluetooth.c. The
// count is represented by the predicates pending > 0, pending > 1, ..., which a change of the count assigns together. A
// wait is a loop that ends nondeterministically and then assumes its condition. The loops that serve a request or retry
// to change the count end after an arbitrary number of iterations. An assumption never blocks, so there is no deadlock
// here. -DBUG has the same meaning as in bluetooth.c.
//
// Expected: safe; -DBUG: the assertion fails. In the paper 48,109 states (unsound), 52,092 (CPC), 116,559 (cycle
// detection).
// Sizes: ADDERS (3).
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ADDERS
#define ADDERS 3
#endif
#define MOST (ADDERS + 1)

static atomic_int pending_above[MOST] = {1};  // [n]: pending > n
static atomic_int stopping, stopped, event;

// A loop whose condition no predicate represents.
static void some_loop(void) {
  while (mover_choose(2)) {
  }
}

static void increment(void) {
  some_loop();  // until compare-and-exchange succeeds
  mover_atomic_begin();
  for (int n = MOST - 1; n > 0; n--) pending_above[n] = pending_above[n - 1];
  pending_above[0] = 1;
  mover_atomic_end();
}

// Continues only if the count is then 0 (none = 1), or only if it is not (none = 0).
static void decrement(int none) {
  some_loop();
  mover_atomic_begin();
  for (int n = 0; n < MOST - 1; n++) pending_above[n] = pending_above[n + 1];
  pending_above[MOST - 1] = 0;
  mover_assume(pending_above[0] == !none);
  mover_atomic_end();
}

static void request_done(void) {
  int none = mover_choose(2);
  decrement(none);
  if (none) event = 1;
}

// Continues only if the predicate has that value: one step, in which the predicate is read, like an assume of a Boolean
// program.
static void guard(atomic_int *predicate, int value) {
  mover_atomic_begin();
  mover_assume(*predicate == value);
  mover_atomic_end();
}

static int is_stopping(void) {
  int branch = mover_choose(2);
  guard(&stopping, branch);
  return branch;
}

static int request_begins(void) {
#ifdef BUG
  if (is_stopping()) return 0;
  increment();
#else
  increment();
  if (is_stopping()) {
    request_done();
    return 0;
  }
#endif
  return 1;
}

static void *add(void *argument) {
  some_loop();  // until there is a request
  if (request_begins()) {
    some_loop();  // over its parts
    assert(!stopped);
    request_done();
  }
  return 0;
}

static void *stop(void *argument) {
  stopping = 1;
  request_done();
  some_loop();  // until the event is set
  guard(&event, 1);
  stopped = 1;
  return 0;
}

int main(void) {
  pthread_t stopper, adders[ADDERS];
  pthread_create(&stopper, 0, stop, 0);
  for (int i = 0; i < ADDERS; i++) pthread_create(&adders[i], 0, add, 0);
  pthread_join(stopper, 0);
  for (int i = 0; i < ADDERS; i++) pthread_join(adders[i], 0);
  return 0;
}
