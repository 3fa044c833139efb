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

void lock(Space space, int number) {
  if (number >= spaces[space].size) grow(space, number);
  mutex_acquire(&spaces[space].mutexes[number]);
}

void unlock(Space space, int number) { mutex_release(&spaces[space].mutexes[number]); }
