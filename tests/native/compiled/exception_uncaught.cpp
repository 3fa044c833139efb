// A thread throws an exception that is not caught, in one of the orders.
// expect: assertion
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
