// A pointer is replaced while it is read, with functions that the C++ library guards with its own locks.
// (std::atomic<std::shared_ptr> of libstdc++ 12 has a race: load releases its lock with memory_order_relaxed.)
// expect: safe
// interpreter: unknown, std::_Sp_locker
// compile: -Wno-deprecated-declarations
#include <cassert>
#include <memory>
#include <thread>
int main() {
  std::shared_ptr<int> shared = std::make_shared<int>(1);
  std::thread a([&] { std::atomic_store(&shared, std::make_shared<int>(2)); });
  std::shared_ptr<int> copy = std::atomic_load(&shared);
  assert(*copy == 1 || *copy == 2);
  a.join();
  assert(*std::atomic_load(&shared) == 2);
}
