// A release store is read by an acquire load.
#include <pthread.h>

#include <atomic>

static int data;
static std::atomic<bool> ready{false};

static void* sender(void*) {
  data = 1;
  ready.store(true, std::memory_order_release);
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, sender, nullptr);
  if (ready.load(std::memory_order_acquire)) {
    data++;
  }
  pthread_join(t, nullptr);
  return 0;
}
