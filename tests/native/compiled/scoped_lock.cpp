// std::scoped_lock takes two locks in an order of its own, and starts again where one of them is held.
// expect: safe
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex left, right;
static int counter;
int main() {
  std::thread a([] {
    std::scoped_lock both(left, right);
    counter++;
  });
  {
    std::lock_guard guard(right);
    counter++;
  }
  a.join();
  assert(counter == 2);
}
