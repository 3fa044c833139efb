/* Dining philosophers with ordered forks, step for step as in philosophers.c. */
#ifndef N
#define N 9
#endif

bit forks[N];

proctype philosopher(byte low; byte high) {
  skip; /* the thread starts */
  do
  :: atomic { forks[low] == 0 -> forks[low] = 1 };
     atomic { forks[high] == 0 -> forks[high] = 1 };
     forks[high] = 0;
     forks[low] = 0
  od
}

init {
  byte i;
  do
  :: atomic { i < N - 1 -> run philosopher(i, i + 1); i++ }
  :: atomic { i == N - 1 -> run philosopher(0, N - 1); i = 0; break }
  od;
  false; /* joins for ever */
end:
  skip
}
