// std::scoped_lock acquires two locks in its own order, and retries if one of them is held.
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
