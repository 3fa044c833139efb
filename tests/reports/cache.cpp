// find() reads the map without the lock.
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace web {
template <typename Key, typename Value>
class Cache {
 public:
  Value* find(const Key& key) {
    auto at = values_.find(key);
    return at == values_.end() ? nullptr : &at->second;
  }
  void put(const Key& key, Value value) {
    std::lock_guard<std::mutex> guard(mutex_);
    values_[key] = value;
    ++writes_;
  }

 private:
  std::mutex mutex_;
  std::map<Key, Value> values_;
  int writes_ = 0;
};
}  // namespace web

web::Cache<int, int> cache;
int main() {
  std::thread writer([] { cache.put(7, 49); });
  int* hit = cache.find(7);
  int result = hit ? *hit : -1;
  writer.join();
  return result == 3;
}
