// Threads that run at the same time have different numbers.
#include <cassert>
#include <mutex>
#include <thread>
#include <unordered_map>
std::mutex guard;
std::unordered_map<std::thread::id, int> visits;
static void visit() {
  std::lock_guard lock(guard);
  assert(++visits[std::this_thread::get_id()] == 1);
}
int main() {
  std::thread first(visit), second(visit);
  first.join();
  second.join();
}
