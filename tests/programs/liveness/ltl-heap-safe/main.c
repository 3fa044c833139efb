/* A node of the heap has its value from the time at which it is published to the time at which it is freed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

static struct node *_Atomic head;
static int done;

static void *produce(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = 4;
  node->value = 5;
  head = node;
  return arg;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  pthread_join(producer, 0);
  free(head);
  done = 1;
  return 0;
}
