// A hash table keeps the address of a freed block. It contains the address of a new block only if the address is reused.
#include <cassert>
#include <thread>
#include <unordered_set>
std::unordered_set<int*> seen;
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
