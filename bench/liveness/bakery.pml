/* Lamport's bakery algorithm for two threads, step for step as in bakery.c. Process 0 is the main thread. */
#ifndef ROUNDS
#define ROUNDS 3
#endif

byte choosing[2], number[2], inside;
bit ended;

#define theirs number[1 - i]
#ifndef BUG
#define may_enter (theirs == 0 || theirs > mine || (theirs == mine && i == 0))
#else
#define may_enter (theirs == 0 || theirs > mine)
#endif
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave || process[p]@over || process[p]@end)

active proctype process(byte i) {
  byte round, mine;
start:
  if
  :: atomic { i == 0 -> run process(1) }
  :: i == 1
  fi;
enter:
#ifndef UNSAFE
  choosing[i] = 1;
#endif
  mine = theirs + 1;
  number[i] = mine;
#ifndef UNSAFE
  choosing[i] = 0;
#endif
others:
  if
  :: choosing[1 - i] -> goto others
  :: !choosing[1 - i]
  fi;
wait:
  if
  :: atomic { may_enter -> mine = 0 }
  :: !may_enter -> goto wait
  fi;
critical:
  inside = i;
leave:
  atomic {
    number[i] = 0;
    round++;
    if
    :: round < ROUNDS -> goto enter
    :: else -> round = 0
    fi
  };
over:
  if
  :: atomic { i == 1 -> ended = 1 }
  :: i == 0 && ended /* main joins */
  fi;
end: /* takes steps, because pan -f of SPIN 6.5.2 overlooks what is wrong only after the last step */
  do
  :: ended
  od
}

ltl mutex { [] !(process[0]@critical && process[1]@critical) }
ltl response { [] <> outside(0) && [] <> outside(1) }
