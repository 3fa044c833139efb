// A vector that is a member is changed without its lock.
#include <mutex>
#include <thread>
#include <vector>

class Log {
 public:
  void add(int line) {
    std::lock_guard<std::mutex> guard(mutex_);
    lines_.push_back(line);
  }
  bool empty() const { return lines_.empty(); }

 private:
  std::mutex mutex_;
  std::vector<int> lines_;
};

int main() {
  Log log;
  std::thread writer([&log] { log.add(1); });
  const bool empty = log.empty();
  writer.join();
  return empty ? 0 : 0;
}
