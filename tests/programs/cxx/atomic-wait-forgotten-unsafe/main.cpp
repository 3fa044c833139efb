/* Nobody notifies the thread that waits. */
#include <atomic>
#include <thread>

static std::atomic<int> word;

int main() {
  std::thread writer([] { word = 1; });
  word.wait(0);
  writer.join();
}
