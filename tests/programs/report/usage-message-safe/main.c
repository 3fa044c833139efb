/* Without an argument the program ends at once. */
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused) { return unused; }

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s COUNT\n", argv[0]);
    return 2;
  }
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
