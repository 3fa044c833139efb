/* A ticket lock: each thread gets its turn. The tickets wrap around. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int shared;

static unsigned char acquire(void) {
  const unsigned char mine = atomic_fetch_xor(&next, 1);
  while (serving != mine) {
  }
  return mine;
}

static void *worker(void *arg) {
  for (;;) {
    const unsigned char mine = acquire();
    shared = arg != 0;
    atomic_store(&serving, mine ^ 1);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
