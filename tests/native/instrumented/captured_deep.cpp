// A lambda that has captured a local variable by reference is called after the function has returned. Frames of other
// functions lie where the variable was.
// expect: memory
// compiler: -O0
// says: captured_deep.cpp:13:19: error: reads a local variable after its function has returned: number
#include <atomic>
#include <functional>
#include <thread>

static std::function<int()> leave() {
  std::atomic<int> number{5};
  return [&number] {
    return number.load() == 5 ? 1 : 0;
  };
}

int main() {
  int result = 0;
  std::thread thread([&result] {
    const std::function<int()> function = leave();
    result = function();
  });
  thread.join();
  return result - 1;
}
