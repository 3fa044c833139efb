/* Peterson's algorithm for N processes, step for step as in peterson.c: one statement per access to a shared variable;
   what is local is joined to the access before it. */
#ifndef N
#define N 4
#endif

byte level[N], last[N];
bit inside;

/* No other process blocks i: on to the next one, the next level, or inside. */
inline next() {
  k++;
  if
  :: k == i -> k++
  :: else
  fi;
  if
  :: k < N -> goto wait
  :: else
  fi;
  k = 0;
  l++;
  if
  :: l < N -> goto enter
  :: else
  fi;
  l = 1;
  goto critical
}

proctype process(byte i) {
  byte l, k;
  d_step { skip; l = 1 }; /* the thread starts */
enter:
  level[i] = l;
  d_step { last[l] = i; k = (i == 0) };
wait:
  if
  :: atomic { level[k] < l -> next() }
  :: level[k] >= l
  fi;
  if
  :: atomic { last[l] != i -> next() }
  :: last[l] == i -> goto wait
  fi;
critical:
  assert(inside == 0);
  inside = 1;
  inside = 0;
  level[i] = 0;
  goto enter
}

init {
  byte t;
  do
  :: atomic { t < N - 1 -> run process(t); t++ }
  :: atomic { t == N - 1 -> run process(t); t = 0; break }
  od;
  false /* joins for ever */
}
