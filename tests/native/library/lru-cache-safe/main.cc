// A cache that drops the least recently used entry: a list in the order of use, and a map into it. With a lock, and without.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <thread>

class Cache {
 public:
  int get(int key) {
    LOCK;
    auto found = where_.find(key);
    if (found == where_.end()) {
      order_.push_front(key);
      where_[key] = order_.begin();
      if (where_.size() > 2) {
        where_.erase(order_.back());
        order_.pop_back();
      }
    } else {
      order_.splice(order_.begin(), order_, found->second);
    }
    return order_.front();
  }
  bool holds(int key) {
    LOCK;
    return where_.count(key) != 0 && where_.size() == order_.size();
  }

 private:
  std::mutex mutex_;
  std::list<int> order_;
  std::map<int, std::list<int>::iterator> where_;
};

static Cache cache;

int main() {
  cache.get(1);
  cache.get(2);
  std::thread a([] { cache.get(1); });
  std::thread b([] { cache.get(3); });
  a.join();
  b.join();
  assert(cache.holds(3));
}
