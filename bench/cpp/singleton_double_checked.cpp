// Double-checked locking with an atomic pointer.
// expect: safe
// wrong: race, the pointer is published with relaxed order
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  int value = 7;
};

#ifdef WRONG
constexpr auto kPublish = std::memory_order_relaxed, kRead = std::memory_order_relaxed;
#else
constexpr auto kPublish = std::memory_order_release, kRead = std::memory_order_acquire;
#endif

static std::atomic<Config*> config;
static std::mutex mutex;

Config& instance() {
  if (Config* made = config.load(kRead)) return *made;
  std::lock_guard guard(mutex);
  Config* made = config.load(std::memory_order_relaxed);
  if (made == nullptr) {
    made = new Config;
    config.store(made, kPublish);
  }
  return *made;
}

int main() {
  std::thread one([] { assert(instance().value == 7); }), two([] { assert(instance().value == 7); });
  one.join(), two.join();
}
