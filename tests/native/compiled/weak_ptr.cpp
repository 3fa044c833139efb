// The last owner and the last observer are destroyed concurrently: libstdc++ reads both counters at once.
// expect: safe
// libc++: its library counts
#include <cassert>
#include <memory>
#include <thread>
int main() {
  auto owner = std::make_shared<int>(7);
  std::thread observer([watched = std::weak_ptr<int>(owner)] {
    if (auto now = watched.lock()) assert(*now == 7);
  });
  owner.reset();
  observer.join();
}
