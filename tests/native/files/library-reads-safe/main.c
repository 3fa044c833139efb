// The C library opens files that the program does not name.
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *look_up(void *argument) {
  struct addrinfo *list = NULL;
  assert(getaddrinfo("127.0.0.1", "8080", NULL, &list) == 0);
  freeaddrinfo(list);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look_up, NULL);
  time_t now = 0;
  struct tm *parts = localtime(&now);
  assert(parts != NULL);
  pthread_join(thread, NULL);
}
