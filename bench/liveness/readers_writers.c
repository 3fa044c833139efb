// Two readers in endless loops, and a writer. With -DBUG the readers-writer lock prefers readers, whose critical
// sections may overlap for ever.
//
// Expected: safe under strong fairness; -DBUG: the writer starves.
#define _GNU_SOURCE
#include <pthread.h>

#ifndef BUG
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif
static int shared;

static void *reader(void *arg) {
  int seen = 0;
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    seen = shared;
    pthread_rwlock_unlock(&lock);
  }
  return (char *)arg + seen;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  for (;;) {
    pthread_rwlock_wrlock(&lock);
    shared ^= 1;
    pthread_rwlock_unlock(&lock);
  }
}
