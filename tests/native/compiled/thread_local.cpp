// Each thread has its own object, which is destroyed when the thread ends.
// expect: safe
// libc++: its own run-time library registers destructors
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
static std::atomic<int> alive;
struct Buffer {
  std::string text = "empty";
  Buffer() { alive++; }
  ~Buffer() { alive--; }
};
static thread_local Buffer buffer;
static thread_local int number = 3;
int main() {
  std::thread a([] {
    buffer.text += "a";
    assert(buffer.text == "emptya" && ++number == 4);
  });
  buffer.text += "m";
  a.join();
  assert(buffer.text == "emptym" && number == 3);
  assert(alive == 1);
}
