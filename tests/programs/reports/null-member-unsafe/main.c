// A thread uses a buffer that another thread has given up under the lock.
#include <pthread.h>
#include <stdlib.h>

struct connection {
  pthread_mutex_t lock;
  char *buf;
};

struct connection *conn;

static void *close_it(void *arg) {
  pthread_mutex_lock(&conn->lock);
  free(conn->buf);
  conn->buf = NULL;
  pthread_mutex_unlock(&conn->lock);
  return arg;
}

int main(void) {
  conn = malloc(sizeof *conn);
  pthread_mutex_init(&conn->lock, 0);
  conn->buf = malloc(8);
  pthread_t closer;
  pthread_create(&closer, 0, close_it, 0);
  pthread_mutex_lock(&conn->lock);
  conn->buf[0] = 'x';
  pthread_mutex_unlock(&conn->lock);
  pthread_join(closer, 0);
  free(conn);
  return 0;
}
