/* Two threads store their numbers in one variable, step for step as in obstruction_free.c. Process 0 is the main thread.
   Each completed operation toggles a bit, except with -DSTATES, as in counter.pml. */
bit owner, completed;

#ifdef STATES
#define complete() skip
#else
#define complete() completed = 1 - completed
#endif

active proctype worker(byte me) {
  bit old;
  if
  :: atomic { me == 0 -> run worker(1) }
  :: me == 1 /* the thread starts */
  fi;
update:
#ifndef BUG
  old = owner;
  atomic {
    if
    :: owner == old -> owner = me
    :: else
    fi;
    old = 0;
    complete()
  };
#else
  owner = me;
  if
  :: owner != me
  :: atomic { owner == me -> complete() }
  fi;
#endif
  goto update
}

ltl lock_free { ([] <> completed) && ([] <> !completed) }
