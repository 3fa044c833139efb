// The deadline passes through functions and objects of the program, which use it only for waits.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
using Time = std::chrono::system_clock::time_point;
static std::mutex mutex;
static std::condition_variable not_empty;
static std::queue<int> items;
static bool done = false;
static Time in(std::chrono::milliseconds duration) { return std::chrono::system_clock::now() + duration; }
static bool pop(int& item, const Time& deadline) {
  std::unique_lock<std::mutex> lock(mutex);
  while (items.empty() && !done)
    if (not_empty.wait_until(lock, deadline) == std::cv_status::timeout) return false;
  if (items.empty()) return false;
  item = items.front();
  items.pop();
  return true;
}
int main() {
  int sum = 0;
  std::thread consumer([&] {
    for (bool ends = false; !ends;) {
      int item = 0;
      if (pop(item, in(std::chrono::milliseconds(5)))) sum += item;
      std::lock_guard<std::mutex> lock(mutex);
      ends = done && items.empty();
    }
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    items.push(3);
  }
  not_empty.notify_one();
  {
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  not_empty.notify_one();
  consumer.join();
  assert(sum == 3);
}
