// Two lists, each with a lock of its own, are locked in opposite orders.
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  int length;
  pthread_mutex_t lock;
} list;

struct pair {
  list *from, *to;
};

static list *new_list(void) {
  list *l = malloc(sizeof *l);
  l->length = 0;
  pthread_mutex_init(&l->lock, 0);
  return l;
}

static void *move(void *arg) {
  struct pair *p = arg;
  pthread_mutex_lock(&p->from->lock);
  pthread_mutex_lock(&p->to->lock);
  p->from->length--;
  p->to->length++;
  pthread_mutex_unlock(&p->to->lock);
  pthread_mutex_unlock(&p->from->lock);
  return 0;
}

int main(void) {
  list *a = new_list(), *b = new_list();
  struct pair there = {a, b}, back = {b, a};
  pthread_t t, u;
  pthread_create(&t, 0, move, &there);
  pthread_create(&u, 0, move, &back);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
