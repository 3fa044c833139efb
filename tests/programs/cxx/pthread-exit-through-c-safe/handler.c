#include <pthread.h>

int handled;

static void handle(void *unused) {
  (void)unused;
  handled++;
}

void call_with_handler(void (*function)(void)) {
  pthread_cleanup_push(handle, 0);
  function();
  pthread_cleanup_pop(0);
}
