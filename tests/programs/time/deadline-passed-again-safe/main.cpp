// A thread that waits again until a deadline by which it has timed out, or for no time at all, times out, although it is
// notified.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable changed;
int main() {
  std::thread notifier([] { changed.notify_all(); });
  {
    std::unique_lock<std::mutex> lock(mutex);
    assert(changed.wait_for(lock, 0ms) == std::cv_status::timeout);
    const auto deadline = std::chrono::steady_clock::now() + 10ms;
    if (changed.wait_until(lock, deadline) == std::cv_status::timeout)
      assert(changed.wait_until(lock, deadline) == std::cv_status::timeout);
    int calls = 0;
    assert(!changed.wait_for(lock, 0ms, [&] { return ++calls, false; }) && calls == 2);
  }
  notifier.join();
}
