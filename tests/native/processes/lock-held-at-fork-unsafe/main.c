/* A thread forks while it holds a private lock. The child holds a copy of the lock, which is another object. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&m);
  if (fork() == 0) {
#ifdef RELOCK
    pthread_mutex_lock(&m);
#endif
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    exit(0);
  }
  wait(0);
  pthread_mutex_unlock(&m);
}
