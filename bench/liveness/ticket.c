// A ticket lock for two threads, forever. The tickets are numbers modulo 2. With -DBUG it is a test-and-set lock, in which a
// thread may starve.
//
// Expected: safe under weak fairness; -DBUG: a livelock, also under strong fairness.
#include "../symbolic/mutual_exclusion.h"

static atomic_uchar next, serving;

static void enter(int i) {
  (void)i;
#ifndef BUG
  const unsigned char mine = atomic_fetch_xor(&next, 1);
  while (serving != mine) {
  }
#else
  while (atomic_exchange(&next, 1)) {
  }
#endif
}

static void leave(int i) {
  (void)i;
#ifndef BUG
  serving ^= 1;
#else
  next = 0;
#endif
}
