/* The counter of Flanagan and Qadeer, step for step as in counter.c. */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 16
#endif

bit mx, my;
byte x, y, count;

proctype caller() {
  byte tx, ty;
  skip; /* the thread starts */
  do
  :: skip; /* chooses incr */
     atomic { mx == 0 -> mx = 1 };
     tx = x;
     count = (count + 1) % K;
     d_step { x = (tx + 1) % K; tx = 0 };
     mx = 0
  :: skip; /* decr */
     atomic { my == 0 -> my = 1 };
     ty = y;
     count = (count + K - 1) % K;
     d_step { y = (ty + 1) % K; ty = 0 };
     my = 0
  :: skip; /* read */
     atomic { mx == 0 -> mx = 1 };
     tx = x;
     atomic { my == 0 -> my = 1 };
     ty = y;
     d_step { assert(count == (tx + K - ty) % K); tx = 0; ty = 0 };
     my = 0;
     mx = 0
  od
}

init {
  byte t;
  do
  :: atomic { t < N - 1 -> run caller(); t++ }
  :: atomic { t == N - 1 -> run caller(); t = 0; break }
  od;
  false /* joins for ever */
}
