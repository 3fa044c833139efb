// No thread sets the flag.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<bool> flag;

static void worker() {
  while (!flag.load()) std::this_thread::yield();
}

int main() {
  std::thread t(worker);
  t.join();
}
