/* Peterson's algorithm for two threads, step for step as in peterson.c. */
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave)

#include "mutual_exclusion.pml"

bit flag[2], turn;

proctype process(byte i) {
start:
  skip;
enter:
#ifndef BUG
#ifndef UNSAFE
  flag[i] = 1;
  turn = 1 - i;
#else
  turn = 1 - i;
  flag[i] = 1;
#endif
wait:
  if
  :: flag[1 - i]
  :: !flag[1 - i] -> goto critical
  fi;
  if
  :: turn != i -> goto wait
  :: turn == i
  fi;
#else
  flag[i] = 1;
  if
  :: flag[1 - i]
  :: !flag[1 - i] -> goto critical
  fi;
  flag[i] = 0;
  goto enter;
#endif
critical:
  inside = i;
leave:
  flag[i] = 0;
  goto enter
}
