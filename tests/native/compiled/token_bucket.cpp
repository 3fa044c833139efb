// A rate limiter computes with times and counts its calls. A thread that sleeps until there is a token gets it.
// expect: safe
#include <algorithm>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
using Clock = std::chrono::steady_clock;
struct Bucket {
  std::mutex mutex;
  double tokens = 1;
  Clock::time_point last = Clock::now();
  bool take() {
    std::lock_guard guard(mutex);
    const auto now = Clock::now();
    assert(now >= last);
    tokens = std::min(1.0, tokens + std::chrono::duration<double>(now - last).count());
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }
  void acquire() {
    while (!take()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
};
int main() {
  Bucket bucket;
  std::thread other([&] { bucket.acquire(); });
  bucket.acquire();
  other.join();
  assert(bucket.tokens >= 0);
}
