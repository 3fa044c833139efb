// Locals of all kinds that other threads use during their lifetimes.
// expect: safe
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
static int work(int n) {
  int sum = 0;
  std::mutex m;
  std::condition_variable c;
  bool done = false;
  std::thread t([&] {
    std::lock_guard lock(m);
    sum += n;
    done = true;
    c.notify_one();
  });
  {
    std::unique_lock lock(m);
    c.wait(lock, [&] { return done; });
  }
  t.join();
  return sum;
}
int main() {
  assert(work(1) + work(2) == 3);
  try {
    std::string s = "x";
    throw std::move(s);
  } catch (std::string& s) {
    assert(s == "x");
  }
  auto size = std::async(std::launch::async, [] { return std::string("abc").size(); });
  assert(size.get() == 3);
  std::vector<std::thread> all;
  int x[2] = {};
  for (int i = 0; i < 2; i++) all.emplace_back([&x, i] { x[i] = i; });
  for (auto& t : all) t.join();
  assert(x[1] == 1);
}
