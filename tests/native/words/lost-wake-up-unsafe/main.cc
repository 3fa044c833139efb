// The waiter is notified before the value has changed. It reads the old value again, and waits forever.
#include <atomic>
#include <thread>

std::atomic<int> ready{0};

int main() {
  std::thread other([] {
    ready.notify_one();
    ready = 1;
  });
  ready.wait(0);
  other.join();
}
