// Accesses of a thread before an endless loop can race.
#include <assert.h>
#include <pthread.h>

int y;

void *writer(void *unused) {
  y = 0;
  for (;;) {
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = y;
  assert(seen == 1);
  return 0;
}
