// The optimiser may inline a thread's function into the library's, or end it with a jump: its place must still be found.
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
