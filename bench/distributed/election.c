/* Leader election in a unidirectional ring (Chang and Roberts): each process sends its number to the next one, and
 * forwards larger numbers. The process whose number returns is the leader. BUG: a process also takes itself for the
 * leader if it gets a smaller number. */
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PROCESSES
#define PROCESSES 3
#endif

static void elect(int me, int in, int out, _Atomic int *leaders) {
  char number = (char)me;
  int elected = 0;
  if (write(out, &number, 1) != 1) exit(1);
  while (read(in, &number, 1) == 1) {
    if (number == 0) break; /* a leader is elected */
    if (number > me && write(out, &number, 1) != 1) exit(1);
#ifdef BUG
    if (number <= me && !elected) {
#else
    if (number == me && !elected) {
#endif
      const char stop = 0;
      elected = 1;
      ++*leaders;
      if (write(out, &stop, 1) != 1) exit(1);
    }
  }
  if (!elected && write(out, &number, 1) != 1) exit(1);
  exit(0);
}

int main(void) {
  _Atomic int *leaders = mmap(0, sizeof *leaders, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int pipes[PROCESSES][2];
  for (int i = 0; i < PROCESSES; ++i)
    if (pipe(pipes[i]) != 0) return 1;
  for (int i = 0; i < PROCESSES; ++i)
    if (fork() == 0) elect(i + 1, pipes[i][0], pipes[(i + 1) % PROCESSES][1], leaders);
  while (wait(0) > 0) continue;
  assert(*leaders == 1);
}
