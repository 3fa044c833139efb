// Values of atomic accesses that are used at once: as an argument, and as an address.
// expect: safe
#include <pthread.h>
#include <stdlib.h>

static _Atomic(int) count;
static int numbers[2];
static _Atomic(int*) shared = numbers;

static void take(int value) {
  if (value > 10) abort();
}
static void* run(void* unused) {
  take(count);
  take(count++);
  if (*shared != 0) abort();
  return unused;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  take(count);
  pthread_join(thread, nullptr);
}
