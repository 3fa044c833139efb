/* Processes increment a counter in shared memory, with -DLOCK under a process-shared mutex. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared {
  pthread_mutex_t m;
  int count;
  _Atomic int a;
};
int main(void) {
  struct shared *s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setpshared(&at, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->m, &at);
  for (int i = 0; i < N; ++i)
    if (fork() == 0) {
#ifdef LOCK
      pthread_mutex_lock(&s->m);
#endif
      s->count++;
#ifdef LOCK
      pthread_mutex_unlock(&s->m);
#endif
      _exit(0);
    }
  for (int i = 0; i < N; ++i) wait(0);
  assert(s->count == N);
}
