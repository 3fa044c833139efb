/* T2 holds s and spins until T3 sets the flag; T3 needs r, which T1 may hold while it waits for s. */
#include <pthread.h>

static pthread_mutex_t r = PTHREAD_MUTEX_INITIALIZER, s = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static int is_set(void) {
  pthread_mutex_lock(&guard);
  int value = flag;
  pthread_mutex_unlock(&guard);
  return value;
}

static void *first(void *arg) {
  (void)arg;
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&s);
  pthread_mutex_unlock(&s);
  pthread_mutex_unlock(&r);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  pthread_mutex_lock(&s);
  while (!is_set()) {
  }
  pthread_mutex_unlock(&s);
  return 0;
}

static void *third(void *arg) {
  (void)arg;
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&guard);
  flag = 1;
  pthread_mutex_unlock(&guard);
  pthread_mutex_unlock(&r);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  return 0;
}
