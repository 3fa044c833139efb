/* The exit code is 0 if main is the last thread that ends, and 3 if the worker calls _exit. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int seen;

static void *worker(void *unused) {
  if (seen) _exit(3);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  seen = 1;
  pthread_exit(0);
}
