// A division by zero in one of the orders.
#include <mutex>
#include <thread>
struct Stats {
  int sum = 10, count = 1;
  std::mutex m;
  int mean() {
    std::lock_guard<std::mutex> g(m);
    return sum / count;
  }
  void reset() {
    std::lock_guard<std::mutex> g(m);
    count = 0;
  }
};
int main() {
  Stats stats;
  std::thread t([&] { stats.reset(); });
  int m = stats.mean();
  t.join();
  return m == 3;
}
