#include <pthread.h>

#include <atomic>

static std::atomic_flag busy = ATOMIC_FLAG_INIT;
static int shared;

class SpinGuard {
 public:
  SpinGuard() {
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~SpinGuard() { busy.clear(std::memory_order_release); }
};

static void* worker(void*) {
  SpinGuard guard;
  shared++;
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
