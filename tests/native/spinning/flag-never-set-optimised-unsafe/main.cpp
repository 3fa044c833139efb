// The same with optimisation, where the loop is rotated and the calls are inlined.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<bool> flag;

static void worker() {
  while (!flag.load(std::memory_order_acquire)) {
  }
}

int main() {
  std::thread t(worker);
  t.join();
}
