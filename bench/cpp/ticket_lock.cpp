// A fair lock: each thread draws a ticket and waits until it is served.
// expect: safe
// wrong: deadlock, drawing a ticket is not atomic
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class TicketLock {
 public:
  void lock() {
#ifdef WRONG
    const unsigned mine = last_.load();
    last_.store(mine + 1);
#else
    const unsigned mine = last_.fetch_add(1);
#endif
    for (unsigned now = served_; now != mine; now = served_) served_.wait(now);
  }
  void unlock() {
    served_.fetch_add(1);
    served_.notify_all();
  }

 private:
  std::atomic<unsigned> last_{0}, served_{0};
};

int main() {
  TicketLock lock;
  int count = 0;
  const auto work = [&] {
    std::lock_guard guard(lock);
    ++count;
  };
  std::thread one(work), two(work);
  one.join(), two.join();
  assert(count == 2);
}
