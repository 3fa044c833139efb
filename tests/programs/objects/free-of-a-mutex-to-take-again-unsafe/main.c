/* A woken waiter has left the condition, but still has to reacquire the mutex. */
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t m;
  pthread_cond_t c;
  int waits;
};

static void *waiter(void *arg) {
  struct box *b = arg;
  pthread_mutex_lock(&b->m);
  b->waits = 1;
  while (b->waits) pthread_cond_wait(&b->c, &b->m);
  pthread_mutex_unlock(&b->m);
  return 0;
}

int main(void) {
  pthread_t t;
  struct box *b = malloc(sizeof *b);
  pthread_mutex_init(&b->m, 0);
  pthread_cond_init(&b->c, 0);
  b->waits = 0;
  pthread_create(&t, 0, waiter, b);
  pthread_mutex_lock(&b->m);
  int there = b->waits;
  b->waits = 0;
  pthread_cond_broadcast(&b->c);
  pthread_mutex_unlock(&b->m);
  if (there) free(b); /* here */
  return 0;
}
