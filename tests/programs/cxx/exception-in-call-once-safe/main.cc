// A call of std::call_once throws: the next one tries again.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int attempts, failures;

static void use() {
  try {
    std::call_once(once, [] {
      if (++attempts == 1) throw 1;
    });
  } catch (int) {
    ++failures;
  }
}

int main() {
  std::thread a(use);
  a.join();
  std::thread b(use);
  use();
  b.join();
  assert(attempts == 2 && failures == 1);
}
