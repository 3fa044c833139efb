/* a process that unmaps shared memory, or ends, leaves a lock there as it is */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  pthread_mutex_t *m = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(m, &a);
  int *count = (int *)(m + 1);
  for (int i = 0; i < 2; ++i)
    if (fork() == 0) {
      pthread_mutex_lock(m);
      ++*count;
      pthread_mutex_unlock(m);
      munmap(m, 4096);
#ifdef BAD
      return *count;
#endif
      exit(0);
    }
  pthread_mutex_lock(m);
  assert(*count <= 2);
  pthread_mutex_unlock(m);
  while (wait(0) > 0) continue;
  assert(*count == 2);
  munmap(m, 4096);
}
