// The last owner and the last observer go at the same time: libstdc++ reads both of their counters as one.
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
