// notify_one() for two threads that wait.
#include <condition_variable>
#include <mutex>
#include <thread>
struct Latch {
  std::mutex m;
  std::condition_variable cv;
  int count;
  explicit Latch(int n) : count(n) {}
  void arrive() {
    {
      std::lock_guard<std::mutex> g(m);
      --count;
    }
    if (count == 0) cv.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> l(m);
    if (count != 0) cv.wait(l);
  }
};
int main() {
  auto* latch = new Latch(1);
  std::thread a([latch] { latch->wait(); });
  std::thread b([latch] { latch->wait(); });
  latch->arrive();
  a.join();
  b.join();
  delete latch;
}
