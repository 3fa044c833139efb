/* Two readers, forever, and a writer, step for step as in readers_writers.c. SPIN has weak fairness only; the formula strong
   assumes strong fairness of the actions that can be disabled. */
byte readers;
bit writes, waits, shared;

proctype reader() {
  skip; /* the thread starts */
acquire:
  atomic { !writes && !waits -> readers++ };
  shared == shared;
  readers--;
  goto acquire
}

active proctype writer() {
  bit old;
  run reader();
  run reader();
acquire:
#ifndef BUG
  if
  :: atomic { readers == 0 -> writes = 1; goto write }
  :: atomic { readers > 0 -> waits = 1 } /* from here on the lock admits no reader */
  fi;
acquire_later:
  atomic { readers == 0 -> waits = 0; writes = 1 };
#else
  atomic { readers == 0 -> writes = 1 };
#endif
write:
  old = shared;
  d_step { shared = 1 - old; old = 0 };
  writes = 0;
  goto acquire
}

#ifndef BUG
#define writer_waits (writer[0]@acquire || writer[0]@acquire_later)
#else
#define writer_waits writer[0]@acquire
#endif
#define admits_reader (!writes && !waits)
/* A thread that is enabled again and again takes a step, so it starves only if it is disabled from some point on. */
ltl strong {
  [] <> (!reader[1]@acquire || admits_reader) && [] <> (!reader[2]@acquire || admits_reader) &&
  (([] <> !reader[1]@acquire && [] <> !reader[2]@acquire) -> [] <> (!writer_waits || readers == 0))
}
