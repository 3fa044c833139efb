// The callback runs in the thread that requests the stop, in a thread that registers the callback later, or never.
// expect: safe
// compile: -std=c++20
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
  std::stop_source source;
  std::atomic<int> called = 0;
  std::thread a([&] { std::stop_callback callback(source.get_token(), [&] { called++; }); });
  source.request_stop();
  a.join();
  assert(called <= 1);
}
