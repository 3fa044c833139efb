// Frames that longjmp has left have no effect on later frames. Arrays of variable length, and alloca.
// expect: safe
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;

static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

static void fall(int depth) {
  char text[32];
  snprintf(text, sizeof text, "%d", depth);
  if (depth == 0) longjmp(back, 1);
  fall(depth - 1);
}

static int later(void) {
  int all[64];
  memset(all, 0, sizeof all);
  return sum(all, 64);
}

static void *work(void *arg) {
  const int n = *(int *)arg;
  int numbers[n];
  for (int i = 0; i < n; i++) numbers[i] = i;
  char *room = alloca(n);
  memset(room, 1, n);
  if (setjmp(back) == 0) fall(3);
  return sum(numbers, n) + later() + room[n - 1] == 11 ? arg : 0;
}

int main(void) {
  pthread_t t;
  int n = 5;
  void *result;
  pthread_create(&t, 0, work, &n);
  pthread_join(t, &result);
  return result != &n;
}
