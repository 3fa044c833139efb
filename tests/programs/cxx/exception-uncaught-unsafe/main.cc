// A thread throws an exception that nothing catches, in one of the interleavings.
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> state;

int main() {
  std::thread a([] {
    if (state.load() == 1) throw std::runtime_error("too late");
  });
  state.store(1);
  a.join();
}
