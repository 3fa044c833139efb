// std::async, a promise that is fulfilled, and one that is broken.
// expect: safe
// libc++: all of it is in its library
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
int main() {
  std::future<int> sum = std::async(std::launch::async, [] { return 40; });
  std::promise<int> promise;
  std::future<int> two = promise.get_future();
  std::thread a([&] { promise.set_value(2); });
  assert(sum.get() + two.get() == 42);
  a.join();
  std::future<int> failed = std::async(std::launch::async, []() -> int { throw std::logic_error("no"); });
  bool caught = false;
  try {
    failed.get();
  } catch (const std::logic_error&) {
    caught = true;
  }
  std::future<void> broken;
  {
    std::promise<void> forgotten;
    broken = forgotten.get_future();
  }
  try {
    broken.get();
  } catch (const std::future_error& error) {
    caught = caught && error.code() == std::future_errc::broken_promise;
  }
  assert(caught);
}
