/* The exit code is a value that was never set. */
#include <pthread.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  int code;
  pthread_t thread;
  pthread_create(&thread, 0, nothing, &code);
  pthread_join(thread, 0);
  return code;
}
