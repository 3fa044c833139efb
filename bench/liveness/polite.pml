/* Two polite threads, step for step as in polite.c. Process 0 is the main thread. */
bit wants[2], ended;

#define outside(p) (process[p]@start || process[p]@over || process[p]@end)

active proctype process(byte me) {
start:
  if
  :: atomic { me == 0 -> run process(1) }
  :: me == 1
  fi;
  wants[me] = 1;
wait:
  if
#ifndef BUG
  :: me == 0 && wants[1] -> goto wait
  :: me == 1 && wants[0]
#else
  :: wants[1 - me]
#endif
  :: !wants[1 - me] -> goto enter
  fi;
  wants[me] = 0;
#ifndef BUG
gives_way:
  if
  :: wants[1 - me]
  :: !wants[1 - me] -> goto again
  fi;
  skip; /* sched_yield */
  goto gives_way;
again:
#endif
  wants[me] = 1;
  goto wait;
enter:
  wants[me] = 0;
over:
  if
  :: atomic { me == 1 -> ended = 1 }
  :: me == 0 && ended /* main joins */
  fi;
end: /* takes steps, because pan -f of SPIN 6.5.2 overlooks what is wrong only after the last step */
  do
  :: ended
  od
}

ltl response { [] <> outside(0) && [] <> outside(1) }
