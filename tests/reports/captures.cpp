// Two lambdas change a variable that they have captured by reference.
#include <functional>
#include <thread>
#include <vector>

int main() {
  int counter = 0;
  int step = 2;
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i) workers.emplace_back([&counter, step] { counter += step; });
  for (auto& worker : workers) worker.join();
  return counter == 4 ? 0 : 1;
}
