/* A lock-free stack of two nodes, step for step as in stack.c. Process 0 is the main thread. Each completed operation toggles
   a bit, except with -DSTATES, as in counter.pml. */
byte top, next[3];
bit busy, completed;

#ifdef STATES
#define complete() skip
#else
#define complete() completed = 1 - completed
#endif
#define changed(node) (((old + 16) & 48) | (node))

/* The step that ends an operation, and the next operation. With -DBUG the step that releases the flag ends it. */
#ifndef BUG
#define commit() complete()
#define leave(operation) goto operation
#else
#define commit() skip
#define leave(operation) goto unlock
#endif

active proctype worker(byte i) {
  byte mine, old, after;
  if
  :: d_step { i == 1 -> mine = 2 } /* the thread starts */
  :: atomic { i == 0 -> run worker(1); mine = 1 }
  fi;
push:
#ifdef BUG
  if
  :: busy -> goto push
  :: d_step { !busy -> busy = 1 }
  fi;
#endif
  old = top;
link:
  next[mine] = old & 3;
  if
  :: d_step { top != old -> old = top }; goto link
  :: d_step { top == old -> top = changed(mine); mine = 0; old = 0; commit() }; leave(pop)
  fi;
pop:
#ifdef BUG
  if
  :: busy -> goto pop
  :: d_step { !busy -> busy = 1 }
  fi;
#endif
  if
  :: d_step { (top & 3) == 0 -> commit() }; leave(pop)
  :: d_step { (top & 3) != 0 -> old = top }
  fi;
unlink:
  after = next[old & 3];
  if
  :: d_step { top != old && (top & 3) == 0 -> old = 0; after = 0; commit() }; leave(pop)
  :: d_step { top != old && (top & 3) != 0 -> old = top; after = 0 }; goto unlink
  :: d_step { top == old -> top = changed(after); mine = old & 3; old = 0; after = 0; commit() }; leave(push)
  fi;
#ifdef BUG
unlock:
  if
  :: d_step { mine == 0 -> busy = 0; complete() }; goto pop
  :: d_step { mine != 0 -> busy = 0; complete() }; goto push
  fi
#endif
}

ltl lock_free { ([] <> completed) && ([] <> !completed) }
