#include <pthread.h>

#include <cassert>

static int made;
static int* instance;

static int single() {
  if (!instance) instance = new int(++made * 10);
  return *instance;
}

static void* worker(void*) {
  assert(single() == 10); /* wrong */
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
