// take() does not lock.
#include <deque>
#include <list>
#include <mutex>
#include <thread>
struct Item {
  int a;
  int b;
};
class Steal {
 public:
  std::deque<Item> items;
  std::list<Item> done;
  std::mutex m;
  void push(int a) {
    std::lock_guard<std::mutex> g(m);
    items.push_back({a, a});
  }
  void take() {
    if (items.empty()) return;
    Item i = items.back();
    items.pop_back();
    done.push_back(i);
  }
};
int main() {
  Steal s;
  s.push(1);
  s.push(2);
  std::thread t([&] { s.take(); });
  s.take();
  t.join();
}
