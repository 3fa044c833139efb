/* A static local is initialised once, by the first thread, and the others wait for it. */
#include <pthread.h>

#include <cassert>

static int made;

struct Single {
  Single() : value(++made * 10) {}
  int value;
};

static Single& single() {
  static Single instance;
  return instance;
}

static void* worker(void*) {
  assert(single().value == 10);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(made == 1);
  return 0;
}
