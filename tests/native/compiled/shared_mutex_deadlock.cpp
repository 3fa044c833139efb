// Two locks in two orders, one of them held for reading.
// expect: deadlock
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex table;
static std::mutex entry;
int main() {
  std::thread a([] {
    std::shared_lock reading(table);
    std::lock_guard guard(entry);
  });
  std::thread b([] {
    std::lock_guard guard(entry);
    std::unique_lock writing(table);
  });
  a.join();
  b.join();
}
