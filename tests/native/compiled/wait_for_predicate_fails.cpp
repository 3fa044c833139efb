// The wait may time out, in one step.
// expect: assertion
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard guard(m);
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock guard(m);
    assert(c.wait_for(guard, std::chrono::milliseconds(100), [] { return ready; }));
  }
  t.join();
}
