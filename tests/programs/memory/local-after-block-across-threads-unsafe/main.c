#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
atomic_int done;
static void *h(void *unused) {
  { atomic_int l = 5; p = &l; p = 0; }
  done++;
  while (done < 2) ;
  return 0;
}
static void *f(void *unused) {
  atomic_int *q = p;
  if (q) *q = 1;
  done++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, h, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
