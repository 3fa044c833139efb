// Arguments, results and variables whose beginning is not reported, in frames where variables of other functions have
// ended.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct B {
  long a[12];
};
static _Thread_local void *kept;

static void keep(void *p) { kept = p; }
static void fill(void) {
  char x[400];
  memset(x, 1, sizeof x);
  keep(x);
  struct B b[3] = {0};
  keep(b);
  long y[40];
  for (int i = 0; i < 40; i++) y[i] = i;
  keep(y);
}
static int sum(int n, ...) {
  va_list l;
  va_start(l, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(l, int);
  va_end(l);
  return s;
}
static double fsum(int n, ...) {
  va_list l;
  va_start(l, n);
  double s = 0;
  for (int i = 0; i < n; i++) s += va_arg(l, double);
  va_end(l);
  return s;
}
static long bsum(struct B b, struct B c) {
  long s = 0;
  for (int i = 0; i < 12; i++) s += b.a[i] + c.a[i];
  return s;
}
static struct B make(int n) {
  struct B b;
  for (int i = 0; i < 12; i++) b.a[i] = n;
  return b;
}
static void set(int *p, int v) { *p = v; }
static long vsum(struct B b, ...) {
  va_list l;
  va_start(l, b);
  struct B c = va_arg(l, struct B);
  va_end(l);
  return bsum(b, c);
}
static int pick(int c) {
  int a = 1, b = 2;
  fill();
  *(c ? &a : &b) += 5;
  return a + b;
}
static void *t(void *u) {
  fill();
  assert(sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
  fill();
  assert(fsum(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
  fill();
  assert(bsum(make(1), make(2)) == 36);
  fill();
  assert(vsum(make(1), make(2)) == 36);
  fill();
  int x;
  set(&x, 3);
  assert(x == 3);
  fill();
  assert(pick(u != 0) == 8);
  fill();
  char buf[100];
  snprintf(buf, 100, "%d %d %d %d %d %d %s", 1, 2, 3, 4, 5, 6, "x");
  assert(strlen(buf) == 13);
  fill();
  int v[3] = {3, 1, 2};
  int s = 0;
  for (int i = 0; i < 3; i++) s += v[i];
  assert(s == 6);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  t(0);
  pthread_join(a, 0);
}
