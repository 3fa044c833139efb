/* Two threads append to a vector: the reports name these two lines, not lines of headers. */
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers;
  std::thread other([&] {
    numbers.push_back(1);
  });
  numbers.push_back(2);
  other.join();
}
