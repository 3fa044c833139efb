// A pointer is null in one of the orders.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  int used;
};
struct connection {
  int id;
  struct buffer *in;
};
struct connection *conn;
pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;

static void *closer(void *unused) {
  pthread_mutex_lock(&mu);
  conn->in = NULL;
  pthread_mutex_unlock(&mu);
  return NULL;
}
static void receive(struct connection *c) {
  pthread_mutex_lock(&mu);
  c->in->used = 1;
  pthread_mutex_unlock(&mu);
}
int main(void) {
  pthread_t t;
  conn = malloc(sizeof *conn);
  conn->in = malloc(sizeof *conn->in);
  struct buffer *b = conn->in;
  pthread_create(&t, NULL, closer, NULL);
  receive(conn);
  pthread_join(t, NULL);
  free(b);
  free(conn);
}
