// T1 reads `value` after its function has returned, when `later` may have the same address. The native engine does not
// notice that, and says so under "Assumed". The interpreter finds the error.
#include <pthread.h>
#include <stddef.h>

static int *volatile kept, *volatile kept_later;

__attribute__((noinline)) static void keep(void) {
  int value = 5;
  kept = &value;
}

__attribute__((noinline)) static int read_kept(void) {
  int later = 7;
  kept_later = &later;
  return *kept;
}

static void *run(void *unused) {
  keep();
  read_kept();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
