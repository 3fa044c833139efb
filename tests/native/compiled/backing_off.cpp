// A thread polls a flag and sleeps longer each time. Then it polls the clock until
// a deadline, which it reaches.
// If the other thread does not run, the first one would sleep for decades. Such executions are not explored, and the report says so.
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
