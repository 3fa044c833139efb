// A thread with a large stack, of which it uses only a small part.
#include <pthread.h>

static int deep(int n) {
  volatile char room[1000];
  room[n % 1000] = 1;
  return n == 0 ? 0 : room[n % 1000] + deep(n - 1);
}

#ifndef DEPTH
#define DEPTH 1000
#endif
static void *work(void *argument) { return (void *)(long)deep(DEPTH); }

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 20);
  pthread_create(&thread, &attributes, work, 0);
  pthread_join(thread, 0);
  return 0;
}
