// A binary search tree on the heap with one lock, into which threads insert nondeterministic integers. Main counts
// them. With -DBUG equal values are inserted on the right, but searched for on the left.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif

int __VERIFIER_nondet_int(void);

typedef struct Node {
  int value;
  struct Node *children[2];
} Node;

static Node *root;
static int values[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *argument) {
  int value = *(int *)argument;
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->children[0] = node->children[1] = 0;
  pthread_mutex_lock(&lock);
  Node **place = &root;
  while (*place) place = &(*place)->children[value >= (*place)->value];
  *place = node;
  pthread_mutex_unlock(&lock);
  return 0;
}

static int times(int value) {
  int found = 0;
  for (Node *node = root; node;) {
    found += node->value == value;
#ifdef BUG
    node = node->children[value > node->value];
#else
    node = node->children[value >= node->value];
#endif
  }
  return found;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, insert, &values[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < THREADS; i++) {
    int expected = 0;
    for (int j = 0; j < THREADS; j++) expected += values[j] == values[i];
    assert(times(values[i]) == expected);
  }
  return 0;
}
