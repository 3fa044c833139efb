/* The creator has set one of two members. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  int id, ready;
};

static void *worker(void *arg) {
  struct job *job = arg;
  if (job->ready) return 0; /* wrong */
  return arg;
}

int main(void) {
  pthread_t t;
  struct job *job = malloc(sizeof *job);
  job->id = 1;
  pthread_create(&t, 0, worker, job);
  pthread_join(t, 0);
  free(job);
  return 0;
}
