// Two threads acquire the same two locks in different orders. std::scoped_lock releases the first lock and retries if
// the other one is held: a livelock, if the threads alternate.
#include <mutex>
#include <thread>

static std::mutex left, right;
static int entries;

int main() {
  std::thread one([] {
    std::scoped_lock both(left, right);
    ++entries;
  });
  std::thread other([] {
    std::scoped_lock both(right, left);
    ++entries;
  });
  one.join();
  other.join();
  return entries != 2;
}
