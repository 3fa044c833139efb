// An object that counts its references.
// expect: safe
// wrong: memory, two threads may see that they are not the last
#include <atomic>
#include <cassert>
#include <thread>

class Shared {
 public:
  void retain() { ++count_; }
  void release() {
#ifdef WRONG
    count_ = count_ - 1;
    if (count_ == 0) delete this;
#else
    if (--count_ == 0) delete this;
#endif
  }
  int value = 4;

 private:
  std::atomic<int> count_{1};
};

int main() {
  auto* shared = new Shared;
  shared->retain();
  std::thread other([=] {
    assert(shared->value == 4);
    shared->release();
  });
  assert(shared->value == 4);
  shared->release();
  other.join();
}
