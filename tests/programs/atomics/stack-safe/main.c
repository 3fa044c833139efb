/* Lock-free pushes: both nodes are on the stack in the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *_Atomic top;

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = *(int *)arg;
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &node->next, node)) {
  }
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, 0, push, &one);
  pthread_create(&b, 0, push, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (struct node *node = top; node;) {
    struct node *next = node->next;
    sum += node->value;
    free(node);
    node = next;
  }
  assert(sum == 3);
  return 0;
}
