// operator[] of the map writes, under a lock for readers.
#include <shared_mutex>
#include <thread>
#include <unordered_map>
struct Registry {
  std::shared_mutex lock;
  std::unordered_map<int, int> users;
  int get(int id) {
    std::shared_lock<std::shared_mutex> g(lock);
    return users[id];
  }
};
Registry registry;
int main() {
  std::thread a([] { registry.get(1); });
  std::thread b([] { registry.get(2); });
  a.join();
  b.join();
}
