// The object that races is a local variable of a function that main calls.
#include <pthread.h>

struct request {
  int id;
  pthread_mutex_t lock;
  int done;
};

static void *serve(void *arg) {
  struct request *r = arg;
  r->done = 1;
  return 0;
}

static int submit(int id) {
  struct request r = {.id = id};
  pthread_t server;
  pthread_create(&server, 0, serve, &r);
  int done = r.done;
  pthread_join(server, 0);
  return done;
}

int main(void) {
  submit(1);
  return 0;
}
