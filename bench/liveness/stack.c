// A lock-free stack of two nodes, whose top has a version number that changes with every update. Threads update it in
// endless loops. With -DBUG a thread holds a flag during its update.
//
// Expected: lock-free; -DBUG: a thread that is suspended while it holds the flag hinders the others.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

// The number of the top node, 0: none, in the low bits, and the version in the high bits.
static atomic_uchar top;
static atomic_uchar next[3];
static atomic_uchar busy;

static unsigned char changed(unsigned char old, unsigned char node) { return ((old + 16) & 0x30) | node; }

static void lock(void) {
#ifdef BUG
  while (atomic_exchange(&busy, 1)) {
  }
#endif
}

static void unlock(void) {
#ifdef BUG
  busy = 0;
#endif
}

static void push(unsigned char node) {
  mover_lock_free("stack");
  lock();
  unsigned char old = top;
  do {
    next[node] = old & 3;
  } while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
  unlock();
}

static unsigned char pop(void) {
  mover_lock_free("stack");
  lock();
  unsigned char old = top;
  while ((old & 3) != 0 && !atomic_compare_exchange_strong(&top, &old, changed(old, next[old & 3]))) {
  }
  unlock();
  return old & 3;
}

static void *worker(void *arg) {
  unsigned char mine = arg != 0 ? 2 : 1;
  for (;;) {
    if (mine != 0) push(mine);
    mine = pop();
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
