/* Reference counts under the object's own lock: the last thread destroys it. */
#include <pthread.h>
#include <stdlib.h>

static struct node {
  pthread_mutex_t m;
  int users;
} *node;

static void *worker(void *arg) {
  struct node *mine = arg;
  pthread_mutex_lock(&mine->m);
  int last = --mine->users == 0;
  pthread_mutex_unlock(&mine->m);
  if (last) {
    pthread_mutex_destroy(&mine->m);
    free(mine);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  node = malloc(sizeof *node);
  pthread_mutex_init(&node->m, 0);
  node->users = 2;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, node);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
