/* A thread may hold any number of locks. */
#include <pthread.h>

enum { MANY = 100 };
static pthread_rwlock_t locks[MANY];
static int x;

static void *reader(void *unused) {
  for (int i = 0; i < MANY; ++i) pthread_rwlock_rdlock(&locks[i]);
  int seen = x;
  for (int i = 0; i < MANY; ++i) pthread_rwlock_unlock(&locks[i]);
  return seen ? unused : 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < MANY; ++i) pthread_rwlock_init(&locks[i], 0);
  pthread_create(&thread, 0, reader, 0);
  pthread_rwlock_wrlock(&locks[MANY - 1]);
  x = 1;
  pthread_rwlock_unlock(&locks[MANY - 1]);
  pthread_join(thread, 0);
  return 0;
}
