// [EQT06], IndependentWork1 and, with -DHANDED_OVER, IndependentWork2, both after
// Robby et al.: each of two threads creates a list, fills it and traverses it; or main creates and fills both lists and
// passes one to each thread. No two threads access the same list. With -DBUG=1 (and -DHANDED_OVER) both threads get the
// same list and write to it.
//
// Expected: safe, with one execution in the stateless search; -DHANDED_OVER -DBUG=1: a race.
// Sizes: LENGTH (4).
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef LENGTH
#define LENGTH 4
#endif
#ifndef BUG
#define BUG 0
#endif

typedef struct Node {
  int value, visited;
  struct Node *next;
} Node;

static Node *filled_list(int first) {
  Node *list = 0;
  for (int i = 0; i < LENGTH; i++) {
    Node *node = malloc(sizeof *node);
    *node = (Node){first + i, 0, list};
    list = node;
  }
  return list;
}

static void walk(Node *list, int first) {
  int value = first + LENGTH - 1;
  for (Node *node = list; node; node = node->next) {
    node->visited = 1;
    assert(node->value == value--);
  }
}

typedef struct {
  int first;
  Node *list;
} Work;

static void *worker(void *argument) {
  Work *work = argument;
#ifndef HANDED_OVER
  work->list = filled_list(work->first);
#endif
  walk(work->list, work->first);
  return 0;
}

static Work works[2];

int main(void) {
  for (int i = 0; i < 2; i++) {
    works[i].first = 100 * i;
#ifdef HANDED_OVER
    works[i].list = filled_list(works[i].first);
#endif
  }
  if (BUG == 1) works[1] = works[0];
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &works[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
