/* A thread declares a predicate for heap memory that it has just allocated, while other threads exist, and frees it. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value, copies;
};

static struct node *_Atomic shared;
static atomic_int lent;
static _Thread_local int borrowed;

static int has_node(void) { return borrowed; }

static void *maker(void *unused) {
  struct node *node = malloc(sizeof *node);
  node->value = 7;
  node->copies = 0;
  mover_exclusive(node, has_node);
  shared = node;
  return unused;
}

static void *user(void *unused) {
  if (shared && !atomic_exchange(&lent, 1)) {
    borrowed = 1;
    ++shared->copies;
    mover_assert(shared->value == 7 && shared->copies == 1);
    free(shared);
    borrowed = 0;
  }
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, maker, 0);
  pthread_create(&two, 0, user, 0);
  pthread_create(&three, 0, user, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
