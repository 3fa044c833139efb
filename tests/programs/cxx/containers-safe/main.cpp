/* The containers, under a mutex. */
#include <array>
#include <cassert>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

static std::mutex m;
static std::vector<int> vector;
static std::deque<int> deque;
static std::list<int> list;
static std::map<int, std::string> map;
static std::set<int> set;
static std::unordered_map<std::string, int> hashed;
static std::priority_queue<int> heap;
static std::shared_ptr<std::array<int, 2>> shared = std::make_shared<std::array<int, 2>>();
static std::optional<std::variant<int, std::string>> optional;

static void add(int i) {
  std::lock_guard guard(m);
  vector.push_back(i);
  deque.push_front(i);
  list.push_back(i);
  map[i] = "number " + std::to_string(i) + " in a string that is long enough for the heap";
  set.insert(-i);
  hashed["key " + std::to_string(i)] = i;
  heap.push(i);
  auto copy = shared;
  (*copy)[i - 1] = i;
  optional = std::string("text");
}

int main() {
  std::thread first(add, 1), second(add, 2);
  first.join();
  second.join();
  assert(vector.size() == 2 && deque.size() == 2 && list.size() == 2);
  assert(map[2].find("2 in") == 7 && *set.begin() == -2);
  assert(hashed.at("key 1") == 1 && heap.top() == 2);
  assert((*shared)[0] + (*shared)[1] == 3 && shared.use_count() == 1);
  assert(std::get<std::string>(*optional) == "text");
}
