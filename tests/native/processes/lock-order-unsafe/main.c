/* Two processes acquire two shared locks in opposite orders. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  pthread_mutex_t *m = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setpshared(&at, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(m, &at);
  pthread_mutex_init(m + 1, &at);
  if (fork() == 0) {
    pthread_mutex_lock(m);
    pthread_mutex_lock(m + 1);
    pthread_mutex_unlock(m + 1);
    pthread_mutex_unlock(m);
    return 0;
  }
  pthread_mutex_lock(m + 1);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_mutex_unlock(m + 1);
  wait(0);
}
