// Only one of two arrivals happens, so the wait never ends.
#include <latch>
#include <thread>
std::latch arrivals(2);
int main() {
  std::thread other([] { arrivals.wait(); });
  arrivals.count_down();
  other.join();
}
