// The beats are not counted, so executions of a thread that waits again after each timeout have finitely many states.
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable changed;
static std::timed_mutex timed;
static bool stop = false;
static int uses = 0;
int main() {
  std::thread heart([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!changed.wait_for(lock, 100ms, [] { return stop; })) {
    }
    while (!timed.try_lock_for(10ms)) {
    }
    ++uses;
    timed.unlock();
  });
  {
    std::lock_guard<std::timed_mutex> guard(timed);
    ++uses;
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  changed.notify_all();
  heart.join();
}
