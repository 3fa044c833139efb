/* A counter with a compare-exchange, step for step as in counter.c. Process 0 is the main thread. Lock-freedom is a property
   of completed operations. So each operation toggles a bit: infinitely many operations complete if the bit changes for ever.
   -DSTATES omits the bits, so that the states are those of the program. */
byte counter;
bit completed[2];

#ifdef STATES
#define complete() skip
#else
#define complete() completed[_pid] = 1 - completed[_pid]
#endif

active proctype worker(byte i) {
  byte old;
  if
  :: atomic { i == 0 -> run worker(1) }
  :: i == 1 /* the thread starts */
  fi;
read:
  old = counter;
exchange:
  if
  :: d_step { counter == old -> counter = (old + 1) % 8; old = 0; complete() }; goto read
  :: d_step { counter != old -> old = counter }; goto exchange
  fi
}

#define completes(p) (([] <> completed[p]) && ([] <> !completed[p]))
#ifndef STATES
ltl lock_free { completes(0) || completes(1) }
#ifdef BUG
ltl wait_free { ([] <> (_last == 0) -> completes(0)) && ([] <> (_last == 1) -> completes(1)) }
#endif
#endif
