#include <barrier>
#include <cassert>
#include <thread>

std::barrier together{2};
int left = 0, right = 0;

int main() {
  std::thread other([] {
    left = 1;
    together.arrive_and_wait();
    assert(right == 1);
  });
  right = 1;
  together.arrive_and_wait();
  assert(left == 1);
  other.join();
}
