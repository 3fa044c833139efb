// The target of the pointer is not protected by the pointer's lock.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer = std::make_shared<int>(1);

int main() {
  std::thread other([] { ++*pointer.load(); });
  ++*pointer.load();
  other.join();
}
