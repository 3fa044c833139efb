#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> ready{0};
int data = 0;

int main() {
  std::thread other([] {
    data = 42;
    ready = 1;
    ready.notify_one();
  });
  ready.wait(0);
  assert(data == 42);
  other.join();
}
