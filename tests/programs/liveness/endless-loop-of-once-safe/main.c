/* The loop has no exit: the initialiser throws nothing, so no exception leaves pthread_once. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;

static void initialise(void) { initialised = 1; }

static void *serve(void *unused) {
  for (;;) pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t server;
  pthread_create(&server, 0, serve, 0);
  pthread_join(server, 0);
  return 0;
}
