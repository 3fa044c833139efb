/* A thread allocates an object and ends; the joining thread initialises it before others can reach it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *maker(void *unused) {
  (void)unused;
  int *number = malloc(sizeof *number);
  *number = 1;
  return number;
}

static void *user(void *unused) {
  pthread_mutex_lock(&mutex);
  if (box) ++*box;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t uses, makes;
  void *made;
  pthread_create(&uses, 0, user, 0);
  pthread_create(&makes, 0, maker, 0);
  pthread_join(makes, &made);
  *(int *)made = 2;
  pthread_mutex_lock(&mutex);
  box = made;
  pthread_mutex_unlock(&mutex);
  pthread_join(uses, 0);
  return 0;
}
