/* The target of a box is published with the box; its creator writes it once more, without the mutex. */
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  int *number;
} Box;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Box *box;

static void *maker(void *unused) {
  Box *made = malloc(sizeof *made);
  made->number = malloc(sizeof *made->number);
  *made->number = 1;
  pthread_mutex_lock(&mutex);
  box = made;
  pthread_mutex_unlock(&mutex);
  int *number = made->number;
  *number = 2;
  return unused;
}

static void *user(void *unused) {
  pthread_mutex_lock(&mutex);
  if (box) ++*box->number;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, maker, 0);
  pthread_create(&threads[1], 0, user, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
