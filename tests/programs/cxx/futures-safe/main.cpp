/* promise, future, shared_future, packaged_task and async. */
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread setter([&] { promise.set_value(1); });
  assert(future.get() == 1);
  setter.join();

  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  std::shared_future<int> shared = task.get_future().share();
  std::thread runner(std::move(task), 2);
  assert(shared.get() == 3 && shared.get() == 3);
  runner.join();

  int local = 0;
  std::future<void> deferred = std::async(std::launch::deferred, [&] { local = 1; });
  assert(local == 0);
  deferred.get();
  assert(local == 1);

  std::future<int> asynchronous = std::async(std::launch::async, [&] { return local + 1; });
  assert(asynchronous.get() == 2);
}
