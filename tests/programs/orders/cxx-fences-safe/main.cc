// Relaxed accesses between two fences.
#include <pthread.h>

#include <atomic>

static int data;
static std::atomic<bool> ready{false};

static void* sender(void*) {
  data = 1;
  std::atomic_thread_fence(std::memory_order_release);
  ready.store(true, std::memory_order_relaxed);
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, sender, nullptr);
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    data++;
  }
  pthread_join(t, nullptr);
  return 0;
}
