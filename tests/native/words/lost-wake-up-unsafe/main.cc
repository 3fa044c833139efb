// Notified before the value has changed: who waits looks again, finds the old value, and waits for ever.
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
