// When a wait with a predicate times out, its deadline has passed; the same holds for a wait for a future.
// expect: safe
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

static std::mutex m;
static std::condition_variable c;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard guard(m);
    ready = true;
    c.notify_one();
  });
  const auto begin = Clock::now();
  bool is_ready = false;
  {
    std::unique_lock guard(m);
    is_ready = c.wait_for(guard, 100ms, [] { return ready; });
  }
  assert(is_ready || Clock::now() - begin >= 100ms);
  assert(Clock::now() - begin < 1s);  // computing takes no time
  t.join();
  std::promise<int> promise;
  auto future = promise.get_future();
  assert(future.wait_for(2s) == std::future_status::timeout);
  assert(Clock::now() - begin >= 2s);
  std::timed_mutex timed;
  assert(timed.try_lock_for(0s));
  timed.unlock();
  std::shared_timed_mutex shared;
  assert(shared.try_lock_until(std::chrono::system_clock::now() - 1h));
  shared.unlock();
  const auto before = Clock::now();
  std::thread sleeper([] { std::this_thread::sleep_for(100ms); });
  sleeper.join();
  assert(Clock::now() - before >= 100ms);
}
