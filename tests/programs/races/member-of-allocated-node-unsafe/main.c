#include <pthread.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
static void *insert(void *list) {
  ((struct node *)list)->next = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  struct node *list = malloc(sizeof *list);
  list->next = list;
  pthread_create(&t, 0, insert, list);
  struct node *next = list->next;
  pthread_join(t, 0);
  free(list);
  return next == list;
}
