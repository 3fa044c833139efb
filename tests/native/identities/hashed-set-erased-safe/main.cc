// What a hash table no longer keeps is not found by a new block's address, whatever that is.
#include <cassert>
#include <thread>
#include <unordered_set>
std::unordered_set<int*> seen;
int main() {
  int* old = new int(1);
  seen.insert(old);
  seen.erase(old);
  delete old;
  std::thread other([] {
    int* next = new int(2);
    assert(seen.insert(next).second);
    seen.erase(next);
    delete next;
  });
  other.join();
}
