// Adjacent bytes of an array are different memory locations.
// expect: safe
#include <assert.h>
#include <pthread.h>
static char bytes[2];
static void *left(void *unused) {
  bytes[0]++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  bytes[1]++;
  pthread_join(t, 0);
  assert(bytes[0] == 1 && bytes[1] == 1);
  return 0;
}
