/* Today only declared predicates can be checked: that there are none is no reason to call anything safe. */
#include <pthread.h>

static int x;

static void *thread(void *unused) {
  ++x;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
  return x - 1;
}
