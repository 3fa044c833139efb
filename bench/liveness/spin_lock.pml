/* A spin lock, on which threads block, step for step as in spin_lock.c. SPIN has weak fairness only; the formula strong
   assumes strong fairness of the one action that can be disabled. */
#define outside(p) (process[p]@start || process[p]@critical || process[p]@leave)

#include "mutual_exclusion.pml"

bit lock;

proctype process(byte i) {
start:
  skip;
enter:
  atomic { !lock -> lock = 1 };
critical:
  inside = i;
leave:
  lock = 0;
  goto enter
}

/* A thread that is enabled again and again takes a step, so it starves only if it is disabled from some point on. */
ltl strong { [] <> (outside(1) || !lock) && [] <> (outside(2) || !lock) }
