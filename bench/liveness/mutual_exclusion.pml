/* The frame of the algorithms for mutual exclusion, as in mutual_exclusion.h: one statement per access to a shared variable;
   what is local is joined to the access before it. An algorithm defines the process, with the labels start, enter and
   critical, and outside(p): process number p is not in the function enter. */
#ifndef THREADS
#define THREADS 2
#endif

byte inside;

init {
  byte t;
  do
  :: atomic { t < THREADS - 1 -> run process(t); t++ }
  :: atomic { t == THREADS - 1 -> run process(t); t = 0; break }
  od;
  false /* joins for ever */
}

ltl mutex { [] !(process[1]@critical && process[2]@critical) }
ltl response { [] <> outside(1) && [] <> outside(2) }
