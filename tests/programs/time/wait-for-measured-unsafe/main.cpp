// The time that a wait takes is observed, so the clock is part of the states: a wait that times out takes 100 ms.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable changed;
static bool stop = false;
static std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }
int main() {
  const auto begin = now();
  std::thread stopper([] {
    std::lock_guard<std::mutex> guard(mutex);
    stop = true;
    changed.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    const bool stopped = changed.wait_for(lock, 100ms, [] { return stop; });
    const auto end = now();
    assert(stopped || end - begin >= 100ms);
    assert(end - begin < 100ms);
  }
  stopper.join();
}
