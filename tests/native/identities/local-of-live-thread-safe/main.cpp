// The variable that the address belongs to has not ended.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<const void *> owner;

static void enter() {
  char here = 0;
  assert(owner.load() != &here);
}

int main() {
  char own = 0;
  owner = &own;
  std::thread(enter).join();
}
