#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> counter{0};

static void* worker(void*) {
  counter.fetch_add(1, std::memory_order_relaxed);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(counter.load() == 2);
  return 0;
}
