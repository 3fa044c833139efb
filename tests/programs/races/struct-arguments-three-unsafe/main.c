#include <pthread.h>
struct S { long a[3]; };
struct S x, y, z;
static long f(struct S a, struct S b, struct S c) { return a.a[0] + b.a[0] + c.a[0]; }
static void *writer(void *unused) {
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
