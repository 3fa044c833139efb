// Parts of a sum in std::async; the futures carry the results.
// expect: safe
// wrong: race, the tasks add to one variable
#include <cassert>
#include <future>
#include <numeric>
#include <vector>

int main() {
  const std::vector<int> numbers{1, 2, 3, 4};
  int total = 0;
  const auto sum_of = [&](int begin, int end) {
    const int sum = std::accumulate(numbers.begin() + begin, numbers.begin() + end, 0);
#ifdef WRONG
    total += sum;
#endif
    return sum;
  };
  auto first = std::async(std::launch::async, sum_of, 0, 2), second = std::async(std::launch::async, sum_of, 2, 4);
  const int sum = first.get() + second.get();
  assert(sum == 10 && (total == 0 || total == 10));
}
