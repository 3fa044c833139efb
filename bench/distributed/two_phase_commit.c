/* Two-phase commit: a coordinator and participants, which may crash before and after they vote. No participant commits
 * unless all have prepared. BUG: the coordinator takes the end of a connection for a vote. */
#include <assert.h>
#include <mover.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PARTICIPANTS
#define PARTICIPANTS 2
#endif

enum outcome { NONE, ABORTED, COMMITTED };
struct log { /* on stable storage: it survives crashes */
  int prepared, outcome;
};

static void participate(int fd, struct log *log) {
  char decision;
  const char vote = mover_choose(2) ? 'y' : 'n';
  mover_may_crash();
  if (vote == 'y') log->prepared = 1;
  if (write(fd, &vote, 1) != 1) exit(1);
  if (read(fd, &decision, 1) != 1) exit(1); /* the coordinator has crashed: in doubt for ever */
  log->outcome = decision == 'c' ? COMMITTED : ABORTED;
  exit(0);
}

int main(void) {
  struct log *logs = mmap(0, sizeof *logs * PARTICIPANTS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int fds[PARTICIPANTS];
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i < PARTICIPANTS; ++i) {
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    if (fork() == 0) {
      for (int j = 0; j < i; ++j) close(fds[j]);
      close(ends[0]);
      participate(ends[1], &logs[i]);
    }
    close(ends[1]);
    fds[i] = ends[0];
  }
  int commits = 1;
  for (int i = 0; i < PARTICIPANTS; ++i) {
    char vote = 'n';
#ifdef BUG
    if (read(fds[i], &vote, 1) == 1 && vote == 'n') commits = 0;
#else
    if (read(fds[i], &vote, 1) != 1 || vote == 'n') commits = 0;
#endif
  }
  for (int i = 0; i < PARTICIPANTS; ++i) {
    const char decision = commits ? 'c' : 'a';
    if (write(fds[i], &decision, 1) != 1) continue;
  }
  while (wait(0) > 0) continue;
  int committed = 0;
  for (int i = 0; i < PARTICIPANTS; ++i) committed |= logs[i].outcome == COMMITTED;
  for (int i = 0; i < PARTICIPANTS; ++i) assert(!committed || logs[i].prepared);
}
