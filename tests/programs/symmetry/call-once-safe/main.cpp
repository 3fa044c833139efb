// Twenty threads call once.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::once_flag flag;
static int initialised;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; i++)
    threads.emplace_back([] { std::call_once(flag, [] { ++initialised; }); });
  for (std::thread& thread : threads) thread.join();
  assert(initialised == 1);
}
