// Two threads count down a latch whose count is one.
#include <latch>
#include <thread>

static std::latch latch{1};

int main() {
  std::thread other([] { latch.count_down(); });
  latch.count_down();
  other.join();
}
