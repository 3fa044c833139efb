// A hash table does not contain the address of a new block if the address of the freed block was erased before.
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
