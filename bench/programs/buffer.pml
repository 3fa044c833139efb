/* A bounded buffer between 2 producers and 2 consumers, step for step as in buffer.c: one statement per access to a
   shared variable and per call of the thread library. */
#ifndef ITEMS
#define ITEMS 10
#endif
#ifndef SLOTS
#define SLOTS 6
#endif

bit mutex;
bit waits_not_full[4], waits_not_empty[4]; /* the conditions' wait sets, by thread */
byte slots[SLOTS];
byte count, put_at, get_at, sum;
bit ended[4];

inline lock() { atomic { mutex == 0 -> mutex = 1 } }

#define wait(set) \
  atomic { set[me] = 1; mutex = 0 }; \
  atomic { set[me] == 0 && mutex == 0 -> mutex = 1 }

/* Wakes one waiter, any one. */
#define signal(set) \
  if \
  :: set[0] -> set[0] = 0 \
  :: set[1] -> set[1] = 0 \
  :: set[2] -> set[2] = 0 \
  :: set[3] -> set[3] = 0 \
  :: !set[0] && !set[1] && !set[2] && !set[3] \
  fi

proctype producer(byte me; byte item) {
  byte i, t;
  skip; /* the thread starts */
again:
  lock();
  do
  :: count == SLOTS -> wait(waits_not_full)
  :: count != SLOTS -> break
  od;
  t = put_at;
  d_step { slots[t] = item; t = 0 };
  t = put_at;
  d_step { put_at = (t + 1) % SLOTS; t = 0 };
  t = count;
  d_step { count = t + 1; t = 0 };
  atomic { signal(waits_not_empty) };
  atomic {
    mutex = 0;
    i++;
    if
    :: i < ITEMS / 2 -> goto again
    :: else -> i = 0
    fi
  };
  ended[me] = 1;
end:
  false
}

proctype consumer(byte me) {
  byte i, t, u;
  skip; /* the thread starts */
again:
  lock();
  do
  :: count == 0 -> wait(waits_not_empty)
  :: count != 0 -> break
  od;
  u = sum;
  t = get_at;
  d_step { t = slots[t] };
  d_step { sum = u + t; u = 0; t = 0 };
  t = get_at;
  d_step { get_at = (t + 1) % SLOTS; t = 0 };
  t = count;
  d_step { count = t - 1; t = 0 };
  atomic { signal(waits_not_full) };
  atomic {
    mutex = 0;
    i++;
    if
    :: i < ITEMS / 2 -> goto again
    :: else -> i = 0
    fi
  };
  ended[me] = 1;
end:
  false
}

init {
  run producer(0, 1);
  run producer(1, 2);
  run consumer(2);
  run consumer(3);
  ended[0];
  ended[1];
  ended[2];
  d_step { ended[3]; assert(sum == ITEMS / 2 * 3) }; /* main is alone from here on */
end:
  false
}
