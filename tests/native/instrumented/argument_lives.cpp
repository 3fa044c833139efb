// Until the end of the full expression, arguments and temporaries are alive, also in the next iteration of a loop.
// expect: safe
// compiler: -std=c++20
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Counted {
  int number = 1;
  Counted() {}
  Counted(const Counted& other) : number(other.number + 1) {}
  ~Counted() { number = 0; }
};

static int take(Counted counted) {
  std::thread thread([&] { counted.number += 10; });
  thread.join();
  return counted.number;
}
static Counted& same(Counted& counted) { return counted; }
static const std::string& same(const std::string& text) { return text; }
static int sizes(std::string a, std::string b) { return static_cast<int>(a.size() + b.size()); }
static int choose(bool first, Counted a, Counted b) { return first ? a.number : b.number; }

int main() {
  Counted counted;
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += take(counted) + sizes("ab", same(std::string("a longer text than sixteen")));
  assert(sum == 3 * 40);
  const bool odd = sum % 2 != 0;
  sum += odd ? take(counted) : choose(odd, Counted(), same(counted));
  std::vector<std::function<int(Counted)>> functions(2, take);
  for (const auto& function : functions) sum += function(counted);
  std::thread thread([](Counted own, std::shared_ptr<int> number) { assert(own.number > 1 && *number == 3); }, counted,
                     std::make_shared<int>(3));
  thread.join();
  return sum == 0;
}
