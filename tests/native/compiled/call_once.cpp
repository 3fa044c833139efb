// Only one of the threads runs the function, and the others wait for its end. After an exception the next thread tries.
// expect: safe
// libc++: its library has call_once
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag flag, again;
static int value, attempts;
static void set() { value = 1; }
static void use() {
  std::call_once(flag, set);
  assert(value == 1);
}
int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
  for (int i = 0; i < 2; i++) {
    try {
      std::call_once(again, [] {
        if (++attempts == 1) throw 1;
      });
    } catch (int) {
    }
  }
  assert(attempts == 2);
}
