// The initialiser of a static local throws: the next thread that comes tries again.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int attempts, failures;

static int attempt() {
  std::lock_guard guard(mutex);
  if (++attempts == 1) throw std::runtime_error("not yet");
  return 5;
}

static void use() {
  try {
    static int value = attempt();
    assert(value == 5);
  } catch (const std::runtime_error&) {
    std::lock_guard guard(mutex);
    failures++;
  }
}

int main() {
  std::thread a(use);
  use();
  a.join();
  assert(failures == 1 && attempts == 2);
}
