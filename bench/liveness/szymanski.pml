/* Szymanski's algorithm, step for step as in szymanski.c. */
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave || process[p]@left)

#include "mutual_exclusion.pml"

byte flag[THREADS];

inline next_other() {
  j++;
  if
  :: j == i -> j++
  :: else
  fi
}

proctype process(byte i) {
  byte j;
start:
  skip;
enter:
  flag[i] = 1;
door_in:
  if
  :: flag[j] >= 3 -> goto door_in
  :: atomic {
       flag[j] < 3 -> j++;
       if
       :: j < THREADS -> goto door_in
       :: else -> j = (i == 0)
       fi
     }
  fi;
  flag[i] = 3;
#ifndef BUG
others:
  if
  :: atomic { flag[j] == 1 -> j = (i == 0) }
  :: atomic {
       flag[j] != 1 -> next_other();
       if
       :: j < THREADS -> goto others
       :: else -> j = 0; goto door_out
       fi
     }
  fi;
#endif
  flag[i] = 2;
waiting_room:
  if
  :: atomic { flag[j] == 4 -> j = 0 }
  :: atomic {
       flag[j] != 4 -> next_other();
       if
       :: j < THREADS
       :: else -> j = (i == 0)
       fi;
       goto waiting_room
     }
  fi;
door_out:
#ifndef UNSAFE
  if
  :: atomic { i == 0 -> flag[i] = 4; goto critical }
  :: atomic { i > 0 -> flag[i] = 4 }
  fi;
before:
  if
  :: flag[j] >= 2 -> goto before
  :: atomic {
       flag[j] < 2 -> j++;
       if
       :: j < i -> goto before
       :: else -> j = 0
       fi
     }
  fi;
#else
  flag[i] = 4;
#endif
critical:
  inside = i;
leave: /* waits for the threads i + 1 + j */
  if
  :: atomic { i == THREADS - 1 -> flag[i] = 0; goto enter }
  :: i < THREADS - 1 && (flag[i + 1 + j] == 2 || flag[i + 1 + j] == 3) -> goto leave
  :: atomic {
       i < THREADS - 1 && flag[i + 1 + j] != 2 && flag[i + 1 + j] != 3 -> j++;
       if
       :: i + 1 + j < THREADS -> goto leave
       :: else -> j = 0
       fi
     }
  fi;
left:
  flag[i] = 0;
  goto enter
}
