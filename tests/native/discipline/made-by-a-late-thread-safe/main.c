/* A thread with a reused number initialises memory of its own, and memory that main inherited. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *early(void *unused) {
  (void)unused;
  return malloc(sizeof(int));
}

static void hand_over(int *made) {
  *made = 1;
  pthread_mutex_lock(&mutex);
  if (shared == 0) shared = made;
  pthread_mutex_unlock(&mutex);
}

static void *maker(void *arg) {
  hand_over(malloc(sizeof(int)));
  return arg;
}

static void *user(void *arg) {
  pthread_mutex_lock(&mutex);
  if (shared != 0) ++*shared;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *left = 0;
  for (int i = 0; i < 31; ++i) {
    free(left);
    pthread_create(&a, 0, early, 0);
    pthread_join(a, &left);
  }
  pthread_create(&a, 0, maker, 0);
  pthread_create(&b, 0, user, 0);
  hand_over(left);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
