/* A ticket lock for two threads, step for step as in ticket.c. */
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave)

#include "mutual_exclusion.pml"

bit next, serving;

proctype process(byte i) {
  bit mine;
start:
  skip;
enter:
#ifndef BUG
#ifndef UNSAFE
  atomic { mine = next; next = 1 - next };
#else
  mine = next;
  next = 1 - mine;
#endif
wait:
  if
  :: serving != mine -> goto wait
  :: atomic { serving == mine -> mine = 0 }
  fi;
critical:
  inside = i;
leave:
  serving = 1 - serving;
#else
  if
  :: next -> goto enter
  :: atomic { !next -> next = 1 }
  fi;
critical:
  inside = i;
leave:
  next = 0;
#endif
  goto enter
}
