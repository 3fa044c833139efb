#include <cassert>
#include <type_traits>
#include <utility>

template <typename T, int N>
class Stack {
 public:
  void push(T value) { items_[size_++] = std::move(value); }
  T pop() { return std::move(items_[--size_]); }
  bool empty() const { return size_ == 0; }

 private:
  T items_[N] = {};
  int size_ = 0;
};

template <typename T>
T largest(T a, T b) {
  return a < b ? b : a;
}
template <typename T, typename... Rest>
T largest(T a, T b, Rest... rest) {
  return largest(largest(a, b), rest...);
}

template <typename T>
constexpr int kind() {
  if constexpr (std::is_integral_v<T>) return 1;
  else return 2;
}

constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static_assert(factorial(5) == 120);

int main() {
  Stack<int, 4> s;
  for (int i = 0; i < 4; i++) s.push(i);
  int sum = 0;
  while (!s.empty()) sum = sum * 10 + s.pop();
  assert(sum == 3210 && largest(1, 5, 3, 4) == 5 && largest(1.5, 0.5) == 1.5);
  assert(kind<char>() + kind<double>() == 3);
  return 0;
}
