// Ids of threads that exist at the same time, and the id of no thread, are compared.
// expect: safe
// leaves out: may get that handle again
#include <cassert>
#include <thread>

int main() {
  std::thread first([] {}), second([] {});
  assert(first.get_id() != second.get_id() && first.get_id() != std::this_thread::get_id());
  first.join();
  assert(first.get_id() == std::thread::id{} && first.get_id() != second.get_id());
  second.join();
}
