// std::atomic<std::shared_ptr>: its lock orders as specified, and reuse of an address does not matter.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer = std::make_shared<int>(1);

int main() {
#if defined(EXCHANGE)
  std::thread other([] {
    auto expected = pointer.load();
    pointer.compare_exchange_strong(expected, std::make_shared<int>(2));
  });
  assert(*pointer.load() <= 2);
#else
  std::thread other([] { pointer.store(std::make_shared<int>(2)); });
  pointer.store(std::make_shared<int>(3));
#endif
  other.join();
  assert(*pointer.load() > 0);
}
