// The number of an ended thread stays in a map, and a new thread may get it.
#include <cassert>
#include <thread>
#include <unordered_map>
std::unordered_map<std::thread::id, int> visits;
int main() {
  std::thread first([] { visits[std::this_thread::get_id()]++; });
  first.join();
  std::thread second([] { assert(++visits[std::this_thread::get_id()] == 1); });
  second.join();
}
