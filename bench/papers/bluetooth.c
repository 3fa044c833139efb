// [LPQR05], table 1, Bluetooth: a driver that is stopped while requests are added to it. It counts the pending
// requests, and itself. The thread that decrements the count to 0 sets an event (here a semaphore), for which the
// stopping thread waits. This is the concrete program; bluetooth_abstract.c corresponds to the abstraction that the
// paper measured.
//
// An adder first increments the count, then tests whether the driver is being stopped. If so, it decrements the count
// like a request that has been served. With -DBUG it tests before it increments, so that the driver may stop in
// between. With -DFIX, a first repair, it increments first, but decrements without setting the event if the count
// becomes 0.
//
// Expected: safe; -DBUG: the assertion fails; -DFIX: a deadlock.
// Sizes: ADDERS (3).
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifndef ADDERS
#define ADDERS 3
#endif

static atomic_int pending = 1;
static atomic_int stopping, stopped;
static sem_t event;

static void request_done(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) sem_post(&event);
}

// Returns whether a request may be served.
static int request_begins(void) {
#ifdef BUG
  if (stopping) return 0;
  atomic_fetch_add(&pending, 1);
#else
  atomic_fetch_add(&pending, 1);
  if (stopping) {
#ifdef FIX
    atomic_fetch_sub(&pending, 1);
#else
    request_done();
#endif
    return 0;
  }
#endif
  return 1;
}

static void *add(void *argument) {
  if (request_begins()) {
    assert(!stopped);
    request_done();
  }
  return 0;
}

static void *stop(void *argument) {
  stopping = 1;
  request_done();
  sem_wait(&event);
  stopped = 1;
  return 0;
}

int main(void) {
  pthread_t stopper, adders[ADDERS];
  sem_init(&event, 0, 0);
  pthread_create(&stopper, 0, stop, 0);
  for (int i = 0; i < ADDERS; i++) pthread_create(&adders[i], 0, add, 0);
  pthread_join(stopper, 0);
  for (int i = 0; i < ADDERS; i++) pthread_join(adders[i], 0);
  return 0;
}
