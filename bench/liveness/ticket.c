// A ticket lock for two threads, in endless loops. The tickets are numbers modulo 2. With -DBUG it is a test-and-set
// lock, on which a thread may starve. With -DUNSAFE a thread reads the next ticket and increments it in two steps.
//
// Expected: safe under weak fairness; -DBUG: a livelock, also under strong fairness; -DUNSAFE: two threads in the critical
// section.
#include "mutual_exclusion.h"

static atomic_uchar next, serving;

static void enter(int i) {
  (void)i;
#ifndef BUG
#ifdef UNSAFE
  const unsigned char mine = next;
  next = mine ^ 1;
#else
  const unsigned char mine = atomic_fetch_xor(&next, 1);
#endif
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
