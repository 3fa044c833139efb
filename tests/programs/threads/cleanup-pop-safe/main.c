#include <assert.h>
#include <pthread.h>

static int order[3], n;

static void note(void *what) { order[n++] = *(int *)what; }

int main(void) {
  int one = 1, two = 2, three = 3;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  assert(n == 2 && order[0] == 3 && order[1] == 1);
  return 0;
}
