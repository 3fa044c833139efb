// A thread that polls the clock, and sleeps longer and longer, repeats its states; one that
// waits for a deadline reaches it.
// It sleeps longer and longer, for decades if the other thread does nothing: such executions are not explored, and the report says so.
// expect: unknown
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>
using Clock = std::chrono::steady_clock;
static std::atomic<bool> ready;
static int number;
int main() {
  std::thread writer([] {
    number = 1;
    ready = true;
  });
  const auto begin = Clock::now();
  while (!ready) {
    const auto waited = Clock::now() - begin;
    if (waited > std::chrono::microseconds(10)) std::this_thread::sleep_for(waited / 2);
  }
  assert(number == 1);
  writer.join();
  const auto end = Clock::now() + std::chrono::hours(5);
  while (Clock::now() < end) {
  }
}
