/* A child may crash while it holds a lock in shared memory, with -DROBUST a robust one. */
#include <assert.h>
#include <errno.h>
#include <mover.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  pthread_mutex_t *m = mmap(0, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
#ifdef ROBUST
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(m, &a);
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(m);
    mover_may_crash();
    pthread_mutex_unlock(m);
    exit(0);
  }
  int error = pthread_mutex_lock(m);
  if (error == EOWNERDEAD) pthread_mutex_consistent(m);
  pthread_mutex_unlock(m);
  int status;
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) || WTERMSIG(status) == 9);
}
