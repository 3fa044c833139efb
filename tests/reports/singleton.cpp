// Double-checked locking without an atomic pointer.
#include <cassert>
#include <mutex>
#include <thread>

class Config {
 public:
  static Config& get() {
    if (instance == nullptr) {
      std::lock_guard<std::mutex> guard(mutex);
      if (instance == nullptr) instance = new Config;
    }
    return *instance;
  }
  int level() const { return level_; }

 private:
  Config() : level_(3) {}
  int level_;
  static Config* instance;
  static std::mutex mutex;
};
Config* Config::instance = nullptr;
std::mutex Config::mutex;

int main() {
  std::thread other([] { assert(Config::get().level() == 3); });
  assert(Config::get().level() == 3);
  other.join();
}
