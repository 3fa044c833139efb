// [STO02], figure 4, Clean: two tasks after NASA's Remote Agent. Each waits until the other has signalled an event. An
// event is a monitor (mutex and condition) with a count modulo 3. A task waits only if the count has not changed since
// the task last read it.
//
// The clean version compares, waits and reads the count in one critical section of the monitor, and both tasks begin
// with the initial count. The original (-DORIGINAL) reads the counts outside the monitor from the start on, so a signal
// between the comparison and the wait is missed. There the count is atomic, so that this is the only error.
//
// Expected: safe; -DORIGINAL: a deadlock. In the paper 58,370 states, or 209 with reduction.
// Sizes: MODULUS (3).
#include <pthread.h>
#include <stdatomic.h>

#ifndef MODULUS
#define MODULUS 3
#endif

#ifdef ORIGINAL
typedef atomic_int Count;
#else
typedef int Count;
#endif

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t signalled;
  Count count;
} Event;

static Event event1 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static Event event2 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void signal_event(Event *event) {
  pthread_mutex_lock(&event->mutex);
  event->count = (event->count + 1) % MODULUS;
  pthread_cond_broadcast(&event->signalled);
  pthread_mutex_unlock(&event->mutex);
}

#ifdef ORIGINAL

static int first_count(Event *event) { return event->count; }

// Waits unless the count differs from `seen`; returns the count after that.
static int wait_for(Event *event, int seen) {
  if (seen == event->count) {
    pthread_mutex_lock(&event->mutex);
    pthread_cond_wait(&event->signalled, &event->mutex);
    pthread_mutex_unlock(&event->mutex);
  }
  return event->count;
}

#else

static int first_count(Event *event) { return 0; }

static int wait_for(Event *event, int seen) {
  pthread_mutex_lock(&event->mutex);
  while (seen == event->count) pthread_cond_wait(&event->signalled, &event->mutex);
  seen = event->count;
  pthread_mutex_unlock(&event->mutex);
  return seen;
}

#endif

static void *task1(void *argument) {
  int count = first_count(&event1);
  while (1) {
    count = wait_for(&event1, count);
    signal_event(&event2);
  }
  return 0;
}

static void *task2(void *argument) {
  int count = first_count(&event2);
  while (1) {
    signal_event(&event1);
    count = wait_for(&event2, count);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, task1, 0);
  pthread_create(&threads[1], 0, task2, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
