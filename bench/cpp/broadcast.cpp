// A result that several threads await: a promise and a shared_future.
// expect: safe
// wrong: assertion, both workers fulfil the promise, and nobody catches the exception
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  const std::shared_future<int> result = promise.get_future().share();
  std::thread one([result] { assert(result.get() == 5); }), two([result] { assert(result.get() == 5); });
  std::thread worker([&] { promise.set_value(5); });
#ifdef WRONG
  std::thread other([&] { promise.set_value(5); });
  other.join();
#endif
  one.join(), two.join(), worker.join();
}
