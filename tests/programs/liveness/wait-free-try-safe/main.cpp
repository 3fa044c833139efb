// Operations in C++ with early returns.
#include <mover.h>
#include <pthread.h>

#include <atomic>

static std::atomic<unsigned char> counter;

static bool try_add() {
  mover_wait_free("counter");
  unsigned char old = counter;
  if (old == 3) return false;
  return counter.compare_exchange_strong(old, static_cast<unsigned char>(old + 1));
}

static void *worker(void *) {
  while (!try_add()) {
  }
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, worker, nullptr);
  worker(nullptr);
  pthread_join(t, nullptr);
}
