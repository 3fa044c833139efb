// memcpy and the assignment of a struct read memory that another thread writes.
// expect: race
#include <pthread.h>
#include <string.h>
struct Big {
  int words[64];
};
static struct Big shared, copy;
static volatile int one = 1;
static void *fill(void *unused) {
  shared.words[40 + one] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  memcpy(&copy, &shared, sizeof copy);
  pthread_join(t, 0);
  return copy.words[0];
}
