// An initialiser creates a thread, which runs concurrently with later initialisers and with main.
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
