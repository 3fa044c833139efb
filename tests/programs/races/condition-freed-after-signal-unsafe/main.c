// The signal's own access to the condition is not ordered before the woken thread, which frees the condition.
#include <pthread.h>
#include <stdlib.h>
struct Channel {
  long id;
  pthread_cond_t c;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct Channel *channel;
static int waits;
static void *one(void *arg) {
  pthread_mutex_lock(&m);
  int wakes = waits;
  pthread_mutex_unlock(&m);
  if (wakes) pthread_cond_signal(&channel->c);
  return arg;
}
static void *two(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&channel->c, &m);
  pthread_mutex_unlock(&m);
  free(channel);
  return arg;
}
int main(void) {
  channel = calloc(1, sizeof *channel);
  pthread_cond_init(&channel->c, 0);
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_exit(0);
}
