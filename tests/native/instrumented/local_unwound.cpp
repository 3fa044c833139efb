// A local ends because an exception passes through its function.
// expect: memory
#include <atomic>
#include <thread>
std::atomic<std::atomic<int>*> p;
static void leave() {
  std::atomic<int> l{1};
  p = &l;
  throw 1;
}
int main() {
  std::thread other([] {
    try {
      leave();
    } catch (int) {
    }
    p = nullptr;
  });
  if (std::atomic<int>* q = p) *q = 2;
  other.join();
}
