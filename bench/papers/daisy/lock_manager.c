// The lock manager: for each kind of object a vector of mutexes, which grows when a larger number is asked for. A token
// protects the growth. The first look at the vector's size is without the token, as in the original, whose vectors are
// synchronised by themselves; hence the atomic size.
#include "daisy.h"

enum { kMostLocks = INODES > BLOCKS ? INODES : BLOCKS };

static struct {
  Mutex token;
  atomic_int size;
  Mutex mutexes[kMostLocks];
} spaces[kSpaces];

void locks_init(void) {
  for (int space = 0; space < kSpaces; ++space) mutex_init(&spaces[space].token);
}

static void grow(Space space, int number) {
  mutex_acquire(&spaces[space].token);
  for (int size = spaces[space].size; size <= number; ++size) {
    mutex_init(&spaces[space].mutexes[size]);
    spaces[space].size = size + 1;
  }
  mutex_release(&spaces[space].token);
}

// The original's vector throws an exception. Here that is a failure of the repaired version; before, the other defects may
// destroy the number of a block on the disk, and these executions are left out.
__attribute__((noreturn)) static void no_such_lock(void) {
  if (kRepaired) mover_assert(!"the lock exists");
  mover_assume(0);
  __builtin_unreachable();
}

static Mutex *mutex_of(Space space, int number) {
  if ((unsigned)number >= kMostLocks) no_such_lock();
  return &spaces[space].mutexes[number];
}

void lock(Space space, int number) {
  if ((unsigned)number >= kMostLocks) no_such_lock();
  if (number >= spaces[space].size) grow(space, number);
  mutex_acquire(mutex_of(space, number));
}

void unlock(Space space, int number) { mutex_release(mutex_of(space, number)); }
