// The lock manager. It has a vector of mutexes for each kind of object, which grows when a thread requests a larger
// number. A token protects the growth. As in the original, whose vectors are synchronised, the size is first read
// without the token; so the size is atomic here.
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

// The original's vector throws an exception. In the repaired version, this is a failure. In the other versions, another
// defect may have overwritten the number of a block on the disk, and these executions are discarded.
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
