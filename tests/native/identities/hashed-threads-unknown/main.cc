// The map keeps the std::thread::id of a joined thread. A new thread may get the same id, which is not explored.
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
