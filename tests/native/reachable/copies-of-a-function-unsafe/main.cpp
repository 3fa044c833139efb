#include <atomic>
#include <thread>

#include "both.h"

int other();
static std::atomic<int> x;

int main() {
  std::thread thread([] { x = 7; });
  twice(x.load());  // seven in some interleaving
  checked(3);
  other();
  thread.join();
}
