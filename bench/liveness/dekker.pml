/* Dekker's algorithm for two threads, step for step as in dekker.c. */
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave || process[p]@left)

#include "mutual_exclusion.pml"

bit flag[2], turn;

proctype process(byte i) {
start:
  skip;
enter:
  flag[i] = 1;
wait:
  if
  :: flag[1 - i]
  :: !flag[1 - i] -> goto critical
  fi;
  if
#ifndef UNSAFE
  :: turn == i -> goto wait
#else
  :: turn == i -> goto critical
#endif
  :: turn != i
  fi;
  flag[i] = 0;
turns:
  if
  :: turn != i -> goto turns
  :: turn == i
  fi;
  flag[i] = 1;
  goto wait;
critical:
  inside = i;
leave:
#ifndef BUG
  turn = 1 - i;
#endif
left:
  flag[i] = 0;
  goto enter
}
