// at() throws in one of the orders.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>
std::vector<int> v;
std::mutex m;
int main() {
  v.push_back(1);
  std::thread t([] {
    std::lock_guard<std::mutex> g(m);
    if (!v.empty()) v.pop_back();
  });
  int x;
  {
    std::lock_guard<std::mutex> g(m);
    x = v.at(0);
  }
  t.join();
  return x;
}
