// Two threads take the same two locks in different orders. std::scoped_lock gives back what it has and begins anew where the
// other lock is taken: for ever, if the threads take turns at it.
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
