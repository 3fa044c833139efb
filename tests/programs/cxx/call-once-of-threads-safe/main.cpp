/* std::call_once: one thread runs the callable, the others wait for its end. */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int made;

static void use(int expected) {
  std::call_once(flag, [&](int value) { made += value; }, expected);
  assert(made == 5);
}

int main() {
  std::thread first(use, 5), second(use, 5);
  first.join();
  second.join();
  assert(made == 5);
}
