// Two threads lock two shards in opposite orders.
#include <memory>
#include <mutex>
#include <thread>
struct Shard {
  std::mutex mutex;
  int n = 0;
};
struct Store {
  std::unique_ptr<Shard[]> shards{new Shard[2]};
  void move(int from, int to) {
    std::scoped_lock a(shards[from].mutex);
    std::lock_guard<std::mutex> b(shards[to].mutex);
    --shards[from].n;
    ++shards[to].n;
  }
};
int main() {
  auto store = std::make_unique<Store>();
  std::thread t([&] { store->move(0, 1); });
  store->move(1, 0);
  t.join();
}
