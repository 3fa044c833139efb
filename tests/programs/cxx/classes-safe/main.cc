#include <cassert>
#include <initializer_list>

namespace {

int alive = 0;

class Counter {
 public:
  explicit Counter(int start = 0) : value_(start) { ++alive; }
  Counter(const Counter& other) : value_(other.value_) { ++alive; }
  Counter& operator=(const Counter&) = default;
  ~Counter() { --alive; }
  Counter& operator++() {
    ++value_;
    return *this;
  }
  friend bool operator==(const Counter& a, const Counter& b) { return a.value_ == b.value_; }
  operator int() const { return value_; }
  static int made;

 private:
  int value_;
};
int Counter::made = 7;

Counter next(Counter c) { return ++c; }

struct Base {
  int a = 1;
};
struct Other {
  int b = 2;
};
struct Derived : Base, Other {
  int c = 3;
};

int add(int a, int b = 10) { return a + b; }
int add(double) { return -1; }

}  // namespace

int main() {
  {
    Counter one(1), two = next(one);
    assert(alive == 2 && one == Counter(1) && two == 2);
    one = two;
    assert(one == two && Counter::made == 7);
    Counter many[3];
    assert(alive == 5 && many[2] == Counter());
  }
  assert(alive == 0);
  Derived d;
  Other& other = d;
  other.b = 5;
  assert(d.b == 5 && static_cast<Derived&>(other).c == 3);
  assert(add(1) == 11 && add(1, 2) == 3 && add(1.5) == -1);
  int sum = 0;
  auto lambda = [&sum, factor = 2](int x) { sum += factor * x; };
  for (int x : {1, 2, 3}) lambda(x);
  assert(sum == 12);
  return 0;
}
