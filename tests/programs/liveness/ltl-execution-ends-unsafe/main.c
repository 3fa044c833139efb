/* The server looks once: the execution may end without an answer. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;

static void *server(void *arg) {
  if (request) answer = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  request = 1;
  pthread_join(t, 0);
  return 0;
}
