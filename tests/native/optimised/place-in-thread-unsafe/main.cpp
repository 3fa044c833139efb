// What threads run may be put into functions of the library, and end with a jump to others: where it is must still be told.
#include <cassert>
#include <thread>
#include <vector>

std::vector<int> numbers;

int main() {
  std::thread other([&] {
    numbers.reserve(8);
  });
  std::thread fails([&] {
    int one = 1;
    assert(one == 2);
  });
  numbers.reserve(8);
  other.join();
  fails.join();
}
