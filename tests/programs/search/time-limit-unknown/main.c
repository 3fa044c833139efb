/* Far too many states for the time given. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned a, b, c;

static void *count(void *arg) {
  _Atomic unsigned *mine = arg;
  for (;;) ++*mine;
  return 0;
}

int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, count, (void *)&a);
  pthread_create(&t, 0, count, (void *)&b);
  pthread_create(&u, 0, count, (void *)&c);
  pthread_join(s, 0);
  return 0;
}
