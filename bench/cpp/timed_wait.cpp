// A request with a time limit: the answer may come too late.
// expect: safe
// wrong: assertion, takes it for granted that the answer has come
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<int> answer;
  std::thread server([&] {
    std::lock_guard guard(mutex);
    answer = 3;
    answered.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    const bool came = answered.wait_for(lock, 10ms, [&] { return answer.has_value(); });
#ifdef WRONG
    assert(came || answer);
#else
    assert(!came || *answer == 3);
#endif
  }
  server.join();
}
