// insert() unlocks too early.
#include <pthread.h>
#include <stdlib.h>
typedef struct node {
  int key;
  struct node *next;
  pthread_mutex_t lock;
} node;
node *head;
static void insert(int key) {
  node *n = malloc(sizeof *n);
  n->key = key;
  pthread_mutex_init(&n->lock, 0);
  pthread_mutex_lock(&head->lock);
  n->next = head->next;
  pthread_mutex_unlock(&head->lock);
  head->next = n;
}
static void *adder(void *p) {
  insert(2);
  return 0;
}
int main(void) {
  pthread_t t;
  head = calloc(1, sizeof *head);
  pthread_mutex_init(&head->lock, 0);
  insert(1);
  pthread_create(&t, 0, adder, 0);
  insert(3);
  pthread_join(t, 0);
}
