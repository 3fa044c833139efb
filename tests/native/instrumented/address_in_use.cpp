// Containers compare pointers to live objects, and numbers; pointers to freed blocks are not compared.
// expect: safe
// leaves out: may return that address again
#include <cassert>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex m;
std::list<std::shared_ptr<int>> items;
std::map<std::string, std::unique_ptr<int>> named;

void work(int n) {
  std::lock_guard lock(m);
  items.push_back(std::make_shared<int>(n));
  named[std::to_string(n)] = std::make_unique<int>(n);
  for (auto i = items.begin(); i != items.end();) i = **i == n ? items.erase(i) : ++i;
  named.erase(std::to_string(n));
  std::vector<int*> seen;
  for (int i = 0; i < 3; ++i) seen.push_back(&n);
  for (int* one : seen) assert(one == seen.front());
}

int main() {
  std::thread other(work, 1);
  work(2);
  other.join();
  assert(items.empty() && named.empty());
}
