/* Released by all, acquired by the thread that frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int users;
  int value;
};

static void drop(struct shared *s) {
  if (atomic_fetch_sub_explicit(&s->users, 1, ORDER) != 1) return;
  free(s);
}

static void *user(void *arg) {
  struct shared *s = arg;
  int seen = s->value;
  drop(s);
  return seen == 7 ? 0 : arg;
}

int main(void) {
  struct shared *s = malloc(sizeof *s);
  s->value = 7;
  atomic_init(&s->users, 2);
  pthread_t t;
  pthread_create(&t, 0, user, s);
  user(s);
  pthread_join(t, 0);
  return 0;
}
