// A thread that pops reads the top and its successor, and is preempted; the other one pops twice, frees, and pushes a new node.
// Reading is over before anything is freed, so nothing but the reuse of the address is wrong.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; };
static struct node *_Atomic head;
static atomic_int reading_done;

static void push(struct node *n) {
  struct node *top = head;
  do n->next = top;
  while (!atomic_compare_exchange_strong(&head, &top, n));
}

static struct node *pop_alone(void) {
  struct node *top = head;
  if (top) head = top->next;
  return top;
}

static void *slow(void *unused) {
  struct node *top = head;
  struct node *next = top->next;
  reading_done = 1;
  atomic_compare_exchange_strong(&head, &top, next);
  return unused;
}

static void *fast(void *unused) {
  if (!reading_done) return unused;
  struct node *a = pop_alone(), *b = pop_alone();
  if (!a || !b) { free(a); free(b); return unused; }
  free(b);
  free(a);
  struct node *n = malloc(sizeof *n);
  push(n);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) push(malloc(sizeof(struct node)));
  pthread_t t, u;
  pthread_create(&t, 0, slow, 0);
  pthread_create(&u, 0, fast, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  for (struct node *n = head; n; n = n->next) ;
  return 0;
}
