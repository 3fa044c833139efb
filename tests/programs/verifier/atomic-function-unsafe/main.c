#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void);

int x;

void plain_add(void) {
  int seen = x;
  x = seen + 1;
}

void *worker(void *arg) {
  plain_add();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error(); /* wrong */
  return 0;
}
