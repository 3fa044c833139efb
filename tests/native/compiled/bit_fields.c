// Two threads write adjacent bit-fields of one memory location, which is a data race.
// expect: race
#include <pthread.h>
static struct {
  unsigned a : 4, b : 4;
} word;
static void *left(void *unused) {
  word.a = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  word.b = 2;
  pthread_join(t, 0);
  return word.b != 2;
}
