/* A thread waits until main has ended by pthread_exit, and locks a thread-local mutex of main. */
#include <pthread.h>

static _Thread_local pthread_mutex_t mutex;
static pthread_mutex_t *published;
static pthread_t main_thread;

static void *use(void *unused) {
  pthread_join(main_thread, 0);
  pthread_mutex_lock(published);
  pthread_mutex_unlock(published);
  return unused;
}

int main(void) {
  pthread_t thread;
  main_thread = pthread_self();
  published = &mutex;
  pthread_create(&thread, 0, use, 0);
  pthread_exit(0);
}
