// A jthread is asked to stop and joined by its destructor.
// expect: safe
// compile: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>
static bool stopped;
int main() {
  {
    std::jthread waits([](std::stop_token token) {
      while (!token.stop_requested()) std::this_thread::yield();
      stopped = true;
    });
  }
  assert(stopped);
}
