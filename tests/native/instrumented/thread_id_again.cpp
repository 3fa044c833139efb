// The id of an ended thread is compared with that of a later one, which may be equal.
// expect: unknown
// says: a new thread may get that handle again
#include <cassert>
#include <thread>

int main() {
  std::thread first([] {});
  const std::thread::id old = first.get_id();
  first.join();
  std::thread second([] {});
  assert(second.get_id() != old);
  second.join();
}
