/* Two workers answer requests, step for step as in worker_pool.c. Process 0 is the main thread, 1 and 2 are the workers. */
bit mutex;
bit waits[3], wants_answer; /* the wait sets of the conditions, by process */
byte requests;

inline lock() { atomic { !mutex -> mutex = 1 } }

proctype worker() {
  byte old;
  skip; /* the thread starts */
work:
#ifndef BUG
  lock();
test:
  if
  :: requests == 0
  :: requests > 0 -> goto answer
  fi;
  atomic { waits[_pid] = 1; mutex = 0 };
  atomic { !waits[_pid] && !mutex -> mutex = 1 };
  goto test;
#else
  old = (requests == 0); /* tested without the mutex */
  atomic {
    !mutex -> mutex = 1;
    if
    :: old -> old = 0
    :: else -> goto answer
    fi
  };
  atomic { waits[_pid] = 1; mutex = 0 };
  atomic { !waits[_pid] && !mutex -> mutex = 1 };
#endif
answer:
  if
  :: requests > 0
  :: requests == 0 -> goto answered
  fi;
  old = requests;
  d_step { requests = old - 1; old = 0 };
answered:
  wants_answer = 0; /* pthread_cond_signal */
  mutex = 0;
  goto work
}

active proctype client() {
  byte old;
  run worker();
  run worker();
ask:
  lock();
  old = requests;
  d_step { requests = old + 1; old = 0 };
  if /* pthread_cond_signal wakes any one waiter */
  :: atomic { waits[1] -> waits[1] = 0 }
  :: atomic { waits[2] -> waits[2] = 0 }
  :: !waits[1] && !waits[2]
  fi;
test:
  if
  :: requests > 0
  :: requests == 0 -> goto leave
  fi;
  atomic { wants_answer = 1; mutex = 0 };
  atomic { !wants_answer && !mutex -> mutex = 1 };
  goto test;
leave:
  mutex = 0;
  goto ask
}

ltl answered { [] (requests > 0 -> <> (requests == 0)) }
