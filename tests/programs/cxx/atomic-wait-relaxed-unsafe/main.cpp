/* Waiting on a word orders nothing: the relaxed store does not publish the data. */
#include <atomic>
#include <thread>

static std::atomic<int> word;
static int data;

int main() {
  std::thread writer([] {
    data = 1;
    word.store(1, std::memory_order_relaxed);
    word.notify_one();
  });
  word.wait(0, std::memory_order_relaxed);
  int copy = data;
  writer.join();
  return copy > 1;
}
