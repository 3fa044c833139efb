/* The last holder frees the lock, without knowing that the other thread has returned from its unlock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct node {
  pthread_mutex_t m;
  atomic_int done;
} *node;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&node->m);
  node->done = 1;
  pthread_mutex_unlock(&node->m);
  return 0;
}

int main(void) {
  pthread_t a;
  node = malloc(sizeof *node);
  pthread_mutex_init(&node->m, 0);
  node->done = 0;
  pthread_create(&a, 0, worker, 0);
  if (node->done) free(node);
  pthread_join(a, 0);
  return 0;
}
