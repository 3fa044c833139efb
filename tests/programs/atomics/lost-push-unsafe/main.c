/* Pushes by load and store: one node may get lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int value;
};

static struct node *_Atomic top;
static struct node nodes[2] = {{0, 1}, {0, 2}};

static void *push(void *arg) {
  struct node *node = arg;
  node->next = top;
  top = node;
  return 0;
}

int main(void) {
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, 0, push, &nodes[0]);
  pthread_create(&b, 0, push, &nodes[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (struct node *node = top; node; node = node->next) sum += node->value;
  assert(sum == 3); /* wrong */
  return 0;
}
