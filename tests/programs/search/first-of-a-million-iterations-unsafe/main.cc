// Two threads lock two mutexes in opposite orders, a million times. The first execution of a depth-first search has
// millions of steps, and its last steps are decided first.
#include <mutex>
#include <thread>

std::mutex a, b;
long count;

void work(std::mutex& first, std::mutex& second) {
  for (int i = 0; i < 1'000'000; ++i) {
    std::lock_guard<std::mutex> outer(first);
    std::lock_guard<std::mutex> inner(second);
    ++count;
  }
}

int main() {
  std::thread one([] { work(a, b); }), two([] { work(b, a); });
  one.join();
  two.join();
}
