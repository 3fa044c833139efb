// Objects that are made before main and destroyed after it, used by threads.
// expect: safe
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
struct Registry {
  std::map<std::string, int> names;
  std::mutex mutex;
  Registry() { names["main"] = 1; }
  ~Registry() { assert(names.size() == 2); }
  void add(const std::string& name) {
    std::lock_guard guard(mutex);
    names[name]++;
  }
};
static Registry registry;
static std::string greeting = "hello";
int main() {
  std::thread a([] { registry.add(greeting); });
  registry.add(greeting);
  a.join();
  assert(registry.names["hello"] == 2);
}
