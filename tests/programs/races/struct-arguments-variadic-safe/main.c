#include <pthread.h>
#include <stdarg.h>
struct S { long a[3]; };
struct S v[6];
static long sum(int n, ...) {
  va_list l; va_start(l, n); long r = 0;
  for (int i = 0; i < n; i++) r += va_arg(l, struct S).a[0];
  va_end(l); return r;
}
static void *writer(void *unused) { v[INDEX].a[1] = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  long (*f)(int, ...) = sum;
  long r = f(5, v[0], v[1], v[2], v[3], v[4]);
  pthread_join(t, 0);
  return (int)r;
}
