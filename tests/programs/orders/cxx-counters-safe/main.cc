// Relaxed counters that no thread reads before the end need no tracking of order.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <mutex>

static std::mutex m;
static int total;
static std::atomic<long> done{0};

static void* work(void*) {
  for (int i = 0; i < 3; i++) {
    std::lock_guard<std::mutex> guard(m);
    total++;
    done.fetch_add(1, std::memory_order_relaxed);
    done++;
  }
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(total == 6 && done == 12);
  return 0;
}
