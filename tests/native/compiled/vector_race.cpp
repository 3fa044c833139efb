// Two threads append to one vector.
// expect: race
// flags: --check=race
#include <thread>
#include <vector>
int main() {
  std::vector<int> numbers;
  std::thread a([&] { numbers.push_back(1); });
  numbers.push_back(2);
  a.join();
}
