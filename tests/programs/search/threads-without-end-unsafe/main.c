// main creates workers without end. A worker tests for a job in one critical section and takes it in another one. Which
// worker runs in between, no execution must wait for the end of main.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *work(void *none) {
  pthread_mutex_lock(&m);
  const int has_job = jobs > 0;
  pthread_mutex_unlock(&m);
  if (!has_job) return none;
  pthread_mutex_lock(&m);
  assert(jobs > 0);
  --jobs;
  pthread_mutex_unlock(&m);
  return none;
}

int main(void) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (jobs < 3) ++jobs;
    pthread_mutex_unlock(&m);
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    pthread_detach(worker);
  }
}
