// Exceptions pass virtual functions, std::function, pointers to members, and functions of the C library.
#include <cassert>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

struct Base {
  virtual int f(int k) = 0;
  virtual ~Base() = default;
};
struct Throws : Base {
  int f(int k) override {
    if (k > 1) throw std::string("big");
    return k;
  }
};
struct Quiet : Base {
  int f(int k) override { return k * 2; }
};
struct Other {
  virtual int g(int k) {
    if (k > 0) throw k;
    return 0;
  }
};
struct Both : Other, Throws {
  int f(int k) override { return Throws::f(k) + g(0); }
};

static int call(const std::function<int(int)>& f, int k) {
  try {
    return f(k);
  } catch (const std::string& text) {
    return -static_cast<int>(text.size());
  }
}

static int destroyed;
struct Counted {
  ~Counted() { ++destroyed; }
};

static int compare(const void* a, const void* b) {
  Counted counted;
  const int left = *static_cast<const int*>(a), right = *static_cast<const int*>(b);
  if (left == 3 || right == 3) throw 3;
  return left - right;
}

int main() {
  std::unique_ptr<Base> all[] = {std::make_unique<Throws>(), std::make_unique<Quiet>(), std::make_unique<Both>()};
  int sum = 0;
  for (auto& object : all) sum += call([&](int k) { return object->f(k); }, 2);
  assert(sum == -3 + 4 - 3);
  int (Other::*member)(int) = &Other::g;
  try {
    Both both;
    (both.*member)(9);
    assert(false);
  } catch (int number) {
    assert(number == 9);
  }
  int numbers[] = {4, 2, 3, 1};
  try {
    std::qsort(numbers, 4, sizeof(int), compare);
    assert(false);
  } catch (int number) {
    assert(number == 3 && destroyed > 0);
  }
}
