/* Lamport's bakery, step for step as in bakery.c: one statement per access to a shared variable; what is local is joined
   to the access before it. */
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

bit choosing[N], inside;
byte number[N];
bit ended[N];

inline next_other() {
  j++;
  if
  :: j == i -> j++
  :: else
  fi
}

proctype customer(byte i) {
  byte round, j, mine;
  skip; /* the thread starts */
again:
  atomic { choosing[i] = 1; j = (i == 0); mine = 0 };
  do
  :: atomic {
       if
       :: number[j] > mine -> mine = number[j]
       :: else
       fi;
       next_other();
       if
       :: j >= N -> j = 0; mine++; goto chosen
       :: else
       fi
     }
  od;
chosen:
  number[i] = mine;
  d_step { choosing[i] = 0; j = (i == 0) };
wait:
  do
  :: choosing[j] != 0
  :: choosing[j] == 0 -> break
  od;
  do
  :: atomic {
       (number[j] == 0 || number[j] > mine || (number[j] == mine && j > i)) ->
       next_other();
       if
       :: j < N -> goto wait
       :: else
       fi;
       j = 0;
       mine = 0;
       goto critical
     }
  :: number[j] != 0 && (number[j] < mine || (number[j] == mine && j < i))
  od;
critical:
  assert(inside == 0);
  inside = 1;
  inside = 0;
  atomic {
    number[i] = 0;
    round++;
    if
    :: round < ROUNDS -> goto again
    :: else -> round = 0
    fi
  };
  ended[i] = 1;
end:
  false
}

init {
  byte t;
  do
  :: atomic { t < N - 1 -> run customer(t); t++ }
  :: atomic { t == N - 1 -> run customer(t); t = 0; break }
  od;
  do
  :: atomic { t < N - 1 && ended[t] -> t++ }
  :: t == N - 1 && ended[t] -> break
  od;
end:
  false
}
