// Two threads' own pointers free the same object when they end.
#include <memory>
#include <thread>

static int *number = new int(1);
static thread_local std::unique_ptr<int> owner;

int main() {
  std::thread a([] { owner.reset(number); }), b([] { owner.reset(number); });
  a.join();
  b.join();
}
