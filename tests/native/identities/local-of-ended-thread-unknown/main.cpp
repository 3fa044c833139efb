// The second thread may get the stack of the first one, which has ended.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<const void *> owner;

static void enter() {
  char here = 0;
  assert(owner.load() != &here);
  owner = &here;
}

int main() {
  for (int i = 0; i < 2; ++i) std::thread(enter).join();
}
