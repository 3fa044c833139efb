// A clock reading is not earlier than a reading of another thread that this thread has received.
// expect: safe
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>
using Clock = std::chrono::steady_clock;
static std::atomic<Clock::rep> stamp;
int main() {
  std::thread t([] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    stamp.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  });
  const auto read = stamp.load(std::memory_order_relaxed);
  assert(Clock::now().time_since_epoch().count() >= read);
  t.join();
}
