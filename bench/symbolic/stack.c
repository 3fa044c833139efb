// Treiber's lock-free stack on the heap. Each thread pushes nodes and pops one, and no node is freed before the threads
// have ended. Main checks that every node was popped once. With -DBUG pop does not exchange the head atomically.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif

int __VERIFIER_nondet_int(void);

typedef struct Node {
  int value;
  atomic_int popped;
  struct Node *next;
} Node;

static _Atomic(Node *) head;
static Node *nodes[THREADS];

static void push(Node *node) {
  Node *old = head;
  do node->next = old;
  while (!atomic_compare_exchange_strong(&head, &old, node));
}

static Node *pop(void) {
  Node *old = head;
#ifdef BUG
  if (old) head = old->next;
#else
  while (old && !atomic_compare_exchange_strong(&head, &old, old->next)) {
  }
#endif
  return old;
}

static void *work(void *argument) {
  Node **mine = argument;
  Node *node = malloc(sizeof *node);
  node->value = __VERIFIER_nondet_int();
  node->popped = 0;
  *mine = node;
  push(node);
  Node *popped = pop();
  assert(popped);
  popped->popped++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, &nodes[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  assert(!head);
  for (int i = 0; i < THREADS; i++) {
    assert(nodes[i]->popped == 1);
    free(nodes[i]);
  }
  return 0;
}
