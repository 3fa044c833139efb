// Readers take a snapshot of the configuration; the writer replaces it as a whole.
// expect: safe
// wrong: race, the pointer to the snapshot is not atomic
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Config {
  int width, height;
};

#ifdef WRONG
static std::shared_ptr<const Config> config = std::make_shared<Config>(Config{1, 1});
std::shared_ptr<const Config> snapshot() { return config; }
void replace(Config now) { config = std::make_shared<Config>(now); }
#else
static std::atomic<std::shared_ptr<const Config>> config{std::make_shared<const Config>(Config{1, 1})};
std::shared_ptr<const Config> snapshot() { return config.load(); }
void replace(Config now) { config.store(std::make_shared<const Config>(now)); }
#endif

int main() {
  std::thread writer([] { replace({2, 2}); });
  const auto seen = snapshot();
  assert(seen->width == seen->height);
  writer.join();
  assert(snapshot()->width == 2);
}
