// The thread that gives up its promise, or main, is the last owner of the exception that the future gets.
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread thread([promise = std::move(promise)]() mutable { auto given_up = std::move(promise); });
  bool broken = false;
  try {
    future.get();
  } catch (std::future_error&) {
    broken = true;
  }
  thread.join();
  return broken ? 0 : 1;
}
