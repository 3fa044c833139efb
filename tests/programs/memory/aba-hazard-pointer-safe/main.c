// Hazard pointers: a node that is about to be compared is not freed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *_Atomic head, *_Atomic hazard;
static int popped;
static void *pop(void *unused) {
  for (;;) {
    struct node *top = head;
    if (!top) return unused;
    hazard = top;
    if (head != top) continue;
    struct node *next = top->next;
    struct node *expected = top;
    if (!atomic_compare_exchange_strong(&head, &expected, next)) continue;
    popped = top->value;
    hazard = 0;
    free(top);
    return unused;
  }
}
static void *replace(void *unused) {
  struct node *top = head;
  if (!top) return unused;
  struct node *expected = top;
  if (!atomic_compare_exchange_strong(&head, &expected, (struct node *)0)) return unused;
  if (hazard == top) return unused; // leaked
  free(top);
  struct node *n = malloc(sizeof *n);
  n->next = 0;
  n->value = 2;
  head = n;
  return unused;
}
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->next = 0;
  n->value = 1;
  head = n;
  pthread_t t, u;
  pthread_create(&t, 0, pop, 0);
  pthread_create(&u, 0, replace, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(popped == 1 || popped == 2 || popped == 0);
}
