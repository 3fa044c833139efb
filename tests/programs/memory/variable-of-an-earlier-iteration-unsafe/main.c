/* A variable of a loop's body is a new one in each iteration: what an earlier iteration has stored is gone. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int last;
#ifdef SET
    last = 0;
#endif
    if (i == 0) last = 1;
#ifdef NESTED
    { int j = i; do { int inner; if (j == 0) inner = 2; if (inner == 2) sum++; j--; } while (j >= 0); }
#else
    if (last == 1) sum++;
#endif
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
