// Two threads throw while they hold a lock, which unwinding releases.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter, failures;

static void add(int n) {
  std::lock_guard guard(mutex);
  if (++counter == n) throw n;
}

static void work(int n) {
  try {
    add(n);
  } catch (int caught) {
    assert(caught == n);
    std::lock_guard guard(mutex);
    ++failures;
  }
}

int main() {
  std::thread a(work, 1), b(work, 1);
  a.join();
  b.join();
  assert(counter == 2 && failures == 1);
}
