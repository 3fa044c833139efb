// A thread that finds the flag set does not fulfil its promise, and main waits for ever.
// expect: deadlock
#include <atomic>
#include <future>
#include <thread>
static std::atomic<bool> stopped;
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&] {
    if (!stopped) promise.set_value(1);
  });
  std::thread b([] { stopped = true; });
  future.wait();
  a.join();
  b.join();
}
