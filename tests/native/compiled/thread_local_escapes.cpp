// A pointer to a thread's own variable is used after the thread has ended.
// expect: memory
#include <memory>
#include <thread>
static thread_local std::unique_ptr<int> mine;
int main() {
  int* stolen = nullptr;
  std::thread a([&] {
    mine = std::make_unique<int>(1);
    stolen = mine.get();
  });
  a.join();
  *(volatile int*)stolen = 2;
}
