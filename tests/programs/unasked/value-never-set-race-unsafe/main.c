/* The race is after a branch on an uninitialised value. */
#include <pthread.h>
#include <stdlib.h>

static int x;
static int *flag;

static void *worker(void *arg) {
  (void)arg;
  switch (*flag & 3) {
    case 1:
      x = 1;
      break;
    default:
      break;
  }
  return 0;
}

int main(void) {
  pthread_t a;
  flag = malloc(sizeof *flag);
  pthread_create(&a, 0, worker, 0);
  x = 2;
  pthread_join(a, 0);
  free(flag);
  return 0;
}
