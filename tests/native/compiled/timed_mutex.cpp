// try_lock_for may fail, and both results are explored.
// expect: assertion
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
static std::timed_mutex mutex;
int main() {
  std::thread a([] { std::lock_guard guard(mutex); });
  bool got = mutex.try_lock_for(std::chrono::seconds(10));
  assert(got);
  mutex.unlock();
  a.join();
}
