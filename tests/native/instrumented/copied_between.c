// A copy reads its source at its own place, not at the place of the write.
// flags: --check=assertion
// expect: assertion
#include <assert.h>
#include <pthread.h>
struct S { long a, b; };
struct S from = {1, 1}, to;
static void *other(void *arg) {
  if (to.a == 0) from.a = from.b = 2;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  to = from;
  pthread_join(t, 0);
  assert(to.a == from.a); /* wrong: the other may write between the two */
}
