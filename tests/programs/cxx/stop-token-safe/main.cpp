/* A jthread whose destructor asks it to stop: the wait of a condition_variable_any ends. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;
static bool has_work;

int main() {
  std::jthread worker([](std::stop_token stop) {
    std::unique_lock lock(m);
    bool found = changed.wait(lock, stop, [] { return has_work; });
    assert(!found);
  });
}
