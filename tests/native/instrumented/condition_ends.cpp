// The waiter returns and destroys the condition variable before it is notified.
// expect: memory race
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
static std::thread notifier;
static void wait() {
  std::condition_variable c;
  bool ready = false;
  notifier = std::thread([&] {
    m.lock();
    ready = true;
    m.unlock();
    c.notify_one();
  });
  std::unique_lock lock(m);
  c.wait(lock, [&] { return ready; });
}
int main() {
  wait();
  notifier.join();
}
