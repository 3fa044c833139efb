// Each std::thread owns the state that main has allocated for it: its accesses are independent of those of other threads,
// although one line has allocated all of them.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

std::once_flag once;
int initialised;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++)
    threads.emplace_back([] {
      std::call_once(once, [] { initialised++; });
      assert(initialised == 1);
    });
  for (std::thread& thread : threads) thread.join();
}
