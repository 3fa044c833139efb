#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
struct S { long a[3]; };
struct S x, y, z;
static long f(struct S a, struct S b, struct S c) { return a.a[0] + b.a[0] + c.a[0]; }
uintptr_t number;
static void *writer(void *unused) {
  void *p = malloc(8);
  number = (uintptr_t)p >> 4;
  free(p);
  z.a[1] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  long r = f(x, y, z);
  pthread_join(t, 0);
  return (int)r;
}
