// Many readers or one writer.
// expect: safe
// libc++: all of it is in its library
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex mutex;
static int left, right;
static void look() {
  std::shared_lock lock(mutex);
  assert(left == right);
}
int main() {
  std::thread a(look), b(look);
  {
    std::unique_lock lock(mutex);
    left++;
    right++;
  }
  a.join();
  b.join();
  assert(mutex.try_lock());
  mutex.unlock();
}
