/* A published local of one function does not affect the locals of the next one at the same addresses. */
#include <pthread.h>

static void *reader(void *number) { return *(int *)number == 1 ? number : 0; }

static void hands_out(void) {
  int number = 1;
  pthread_t thread;
  pthread_create(&thread, 0, reader, &number);
  pthread_join(thread, 0);
}

static void uses(void) {
  volatile int numbers[16];
  for (int i = 0; i < 16; ++i) numbers[i] = i;
}

static void *worker(void *unused) {
  hands_out();
  uses();
  hands_out();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
