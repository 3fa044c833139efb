// A singleton that std::call_once makes.
// expect: safe
// wrong: race, the pointer is looked at before call_once
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Config {
  int value = 7;
};

static std::once_flag once;
static std::unique_ptr<Config> config;

Config& instance() {
#ifdef WRONG
  if (config) return *config;
#endif
  std::call_once(once, [] { config = std::make_unique<Config>(); });
  return *config;
}

int main() {
  std::thread one([] { assert(instance().value == 7); }), two([] { assert(instance().value == 7); });
  one.join(), two.join();
}
