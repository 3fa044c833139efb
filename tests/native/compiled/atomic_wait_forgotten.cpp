// The flag is set, but no waiter is notified.
// expect: deadlock
// compile: -std=c++20
#include <atomic>
#include <thread>
static std::atomic<int> flag;
int main() {
  std::thread a([] { flag.store(1); });
  flag.wait(0);
  a.join();
}
