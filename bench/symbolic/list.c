// A sorted list on the heap with one lock, into which threads insert nondeterministic integers. Main checks that it is
// sorted and complete. With -DBUG a thread releases the lock between the search for the position and the insertion.
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
  struct Node *next;
} Node;

static Node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *argument) {
  Node *node = malloc(sizeof *node);
  node->value = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  Node **place = &list;
  while (*place && (*place)->value < node->value) place = &(*place)->next;
  node->next = *place;
#ifdef BUG
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  *place = node;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, insert, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  int length = 0;
  while (list) {
    Node *node = list;
    list = node->next;
    assert(!list || node->value <= list->value);
    free(node);
    length++;
  }
  assert(length == THREADS);
  return 0;
}
