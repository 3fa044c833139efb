// Containers, optional values, streams: every value is set before it is used in a decision.
// expect: safe
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

std::mutex m;
std::condition_variable changed;
std::deque<int> items;

int main() {
  std::optional<int> found;
  std::variant<int, std::string> either = std::string("x");
  std::unordered_map<int, std::string> names;
  std::thread other([&] {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return !items.empty(); });
    found = items.front();
  });
  {
    std::lock_guard lock(m);
    items.push_back(3);
    changed.notify_one();
  }
  other.join();
  names[*found] = "three";
  std::ostringstream out;
  out << names[3] << std::get<1>(either);
  std::istringstream in("1 2 3");
  int x, sum = 0;
  while (in >> x) sum += x;
  std::vector<int> sorted{3, 1, 2};
  std::sort(sorted.begin(), sorted.end());
  auto later = std::async(std::launch::async, [&] { return sum; });
  auto shared = std::make_shared<int>(later.get());
  std::priority_queue<int> first;
  first.push(1);
  first.push(5);
  std::list<int> listed{2, 1};
  listed.sort();
  std::set<std::string> words{"a", "b"};
  std::function<int()> get = [=] { return *shared; };
  const bool right = out.str() == "threex" && get() == 6 && first.top() == 5 && listed.front() == 1 && words.size() == 2;
  return right ? 0 : 1;
}
