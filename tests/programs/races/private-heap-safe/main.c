/* Each thread has a node of its own until it is handed over under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *add(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = *(int *)arg;
  pthread_mutex_lock(&m);
  node->next = list;
  list = node;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  int one = 1, two = 2, sum = 0;
  pthread_t a, b;
  pthread_create(&a, 0, add, &one);
  pthread_create(&b, 0, add, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  while (list) {
    struct node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  assert(sum == 3);
  return 0;
}
