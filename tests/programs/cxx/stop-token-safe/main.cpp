/* A jthread whose destructor asks it to stop; a stop_callback; condition_variable_any with a stop_token. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;
static bool has_work, was_called;

int main() {
  {
    std::jthread worker([](std::stop_token stop) {
      std::stop_callback callback(stop, [] { was_called = true; });
      std::unique_lock lock(m);
      bool found = changed.wait(lock, stop, [] { return has_work; });
      assert(!found);
    });
  }
  assert(was_called || !was_called);
}
