// An initialiser makes a thread, which runs beside the initialisers after it and beside main.
// expect: assertion
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> value;
static std::thread early([] { value.store(1); });
static int seen = value.load();
int main() {
  early.join();
  assert(seen == 0);
}
