/* The program ends before it creates a thread. */
#include <pthread.h>

static void *worker(void *arg) { return arg; }

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  if (argc < 2) return 1;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
