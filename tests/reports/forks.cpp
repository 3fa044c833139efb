// Two philosophers take their forks in opposite orders.
#include <array>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Fork {
  std::mutex m;
  int uses = 0;
};
class Table {
 public:
  explicit Table(int n) {
    for (int i = 0; i < n; ++i) forks_.push_back(std::make_unique<Fork>());
  }
  void eat(int i) {
    Fork& left = *forks_[i];
    Fork& right = *forks_[(i + 1) % forks_.size()];
    std::lock_guard<std::mutex> a(left.m);
    std::lock_guard<std::mutex> b(right.m);
    ++left.uses;
    ++right.uses;
  }

 private:
  std::vector<std::unique_ptr<Fork>> forks_;
};
int main() {
  Table table(2);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back(&Table::eat, &table, i);
  for (auto& t : threads) t.join();
}
