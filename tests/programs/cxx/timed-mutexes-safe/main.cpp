/* std::recursive_mutex, timed_mutex, shared_mutex and shared_timed_mutex. */
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::recursive_mutex recursive;
static std::timed_mutex timed;
static std::shared_mutex shared;
static std::shared_timed_mutex shared_timed;
static int a, b, c, d;

static void work() {
  using namespace std::chrono_literals;
  {
    std::lock_guard outer(recursive);
    std::lock_guard inner(recursive);
    a++;
  }
  if (std::unique_lock lock(timed, 1ms); lock) b++;
  {
    std::unique_lock lock(shared);
    c++;
  }
  {
    std::shared_lock lock(shared);
    assert(c > 0);
  }
  if (shared_timed.try_lock_for(1ms)) {
    d++;
    shared_timed.unlock();
  }
  if (shared_timed.try_lock_shared_for(1ms)) {
    assert(d <= 2);
    shared_timed.unlock_shared();
  }
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(a == 2 && b >= 1 && c == 2);
}
