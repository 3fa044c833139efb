// A thread uses a job that another thread frees.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int id, result;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  struct job *job = arg;
  pthread_mutex_lock(&m);
  job->result = job->id + 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  job->id = 1;
  pthread_t worker;
  pthread_create(&worker, 0, work, job);
  pthread_mutex_lock(&m);
  free(job);
  pthread_mutex_unlock(&m);
  pthread_join(worker, 0);
  return 0;
}
