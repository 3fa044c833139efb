// A singleton that is a static local variable: its initialisation is guarded.
// expect: safe
// wrong: race, the guard is a bool of its own
#include <cassert>
#include <thread>

struct Config {
  int value = 7;
};

#ifdef WRONG
Config& instance() {
  static bool is_made;
  static Config* config;
  if (!is_made) {
    config = new Config;
    is_made = true;
  }
  return *config;
}
#else
Config& instance() {
  static Config config;
  return config;
}
#endif

int main() {
  std::thread one([] { assert(instance().value == 7); }), two([] { assert(instance().value == 7); });
  one.join(), two.join();
}
