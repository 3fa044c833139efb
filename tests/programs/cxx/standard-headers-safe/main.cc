/* Parts of the C++ library that are defined in headers only. */
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

int main() {
  std::array<int, 4> a = {4, 2, 3, 1};
  std::sort(a.begin(), a.end());
  assert(a[0] == 1 && a.back() == 4 && std::find(a.begin(), a.end(), 3) - a.begin() == 2);
  auto [low, high] = std::minmax_element(a.begin(), a.end());
  assert(*low == 1 && *high == 4);
  std::pair<int, char> p{1, 'x'};
  std::swap(a[0], a[3]);
  std::optional<int> none, some = 3;
  assert(p.second == 'x' && a[0] == 4 && !none && *some == 3 && none.value_or(9) == 9);
  auto t = std::make_tuple(1, 2.5, "text");
  assert(std::get<1>(t) == 2.5 && std::strlen(std::get<2>(t)) == 4);
  assert(std::count_if(a.begin(), a.end(), [](int x) { return x > 2; }) == 2);
  return 0;
}
