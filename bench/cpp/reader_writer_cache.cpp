// A cache with many readers: std::shared_mutex and std::map.
// expect: safe
// wrong: race, inserts while it holds the lock only for reading
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
 public:
  std::string get(int key) {
    {
      std::shared_lock lock(mutex_);
      if (auto found = entries_.find(key); found != entries_.end()) return found->second;
    }
#ifdef WRONG
    std::shared_lock lock(mutex_);
#else
    std::unique_lock lock(mutex_);
#endif
    return entries_.try_emplace(key, std::to_string(key)).first->second;
  }

 private:
  std::shared_mutex mutex_;
  std::map<int, std::string> entries_;
};

int main() {
  Cache cache;
  std::thread one([&] { assert(cache.get(1) == "1"); });
  std::thread two([&] { assert(cache.get(1) == "1"); });
  assert(cache.get(2) == "2");
  one.join(), two.join();
}
