// Assumptions about the system are listed with the places at which the program relies on them.
// expect: safe
// says: keep their present contents, or do not exist: the program looks up /nowhere at assumed_world.c:17
// says: how long anything else takes is not explored: the program reads a clock at assumed_world.c:18
// says: no signals come from outside: a handler runs only where the program itself sends the signal: the program installs a handler at assumed_world.c:19
// says: those of this machine: the program queries it at assumed_world.c:20
// says: standard input is empty: the program reads it at assumed_world.c:21
// leaves out: network
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void handler(int signal) { (void)signal; }

int main(void) {
  if (fopen("/nowhere", "r") != 0) return 1;
  if (time(0) < 0) return 2;
  signal(SIGUSR1, handler);
  if (sysconf(_SC_NPROCESSORS_ONLN) < 0) return 3;
  return getchar() != EOF;
}
