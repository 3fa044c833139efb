#include <cassert>
#include <latch>
#include <thread>

std::latch done{1};
int data = 0;

int main() {
  std::thread other([] {
    data = 1;
    done.count_down();
  });
  done.wait();
  assert(data == 1);
  other.join();
}
