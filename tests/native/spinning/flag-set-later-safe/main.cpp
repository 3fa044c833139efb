// Another thread sets the flag.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<bool> flag;

int main() {
  std::thread t([] {
    while (!flag.load()) std::this_thread::yield();
  });
  flag = true;
  t.join();
}
