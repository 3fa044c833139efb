// The thread is joined before it is told to stop.
#include <atomic>
#include <thread>
struct Worker {
  std::atomic<bool> stop{false};
  std::atomic<int> rounds{0};
  void run() {
    while (!stop.load()) {
    }
  }
};
int main() {
  Worker w;
  std::thread t(&Worker::run, &w);
  if (w.rounds == 0) {
    t.join();
    w.stop = true;
  }
}
