// A set keeps the address of a freed block, and a new block may get it.
#include <cassert>
#include <set>
#include <thread>
std::set<int*> seen;
int main() {
  int* old = new int(1);
  seen.insert(old);
  delete old;
  std::thread other([] {
    int* next = new int(2);
    assert(seen.count(next) == 0);
    delete next;
  });
  other.join();
}
