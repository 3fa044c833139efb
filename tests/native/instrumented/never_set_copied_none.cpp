// Copies of objects that are set in part: padding, values that are absent, members that are set later.
// expect: safe
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <variant>
#include <vector>

struct Padded {
  char c;
  int i;
  short s;
};
struct Bits {
  unsigned a : 3, b : 5, c : 8;
};
static Padded make() {
  Padded p;
  p.c = 1, p.i = 2, p.s = 3;
  return p;
}
static int sum(Padded p) { return p.c + p.i + p.s; }
static void copy(Padded *to, const Padded *from) { *to = *from; }
static int member(const Padded *p) { return p->i ? p->s : 0; }

static bool structs() {
  Padded p = make(), q = p, r[3];
  std::memcpy(&r[1], &q, sizeof q);
  r[2] = r[1];
  Bits bits;
  bits.a = 1, bits.b = 2, bits.c = 3;
  Bits same = bits;
  union {
    char c;
    int i;
  } u;
  u.i = 0, u.c = 1;
  Padded none, later{};
  none.c = 0;
  copy(&later, &none);  // members that were never set, which are set before they are used
  later.i = 1, later.s = 1;
  Padded less{1, 2, 3}, more{2, 2, 3};
  return same.a == 1 && same.b == 2 && u.i == 1 && sum(r[2]) == 6 && member(&later) == 1 &&
         std::memcmp(&less, &more, sizeof less) != 0;
}

static std::optional<Padded> get(bool has) {
  if (has) return Padded{1, 2, 3};
  return std::nullopt;
}
static bool values() {
  std::optional<Padded> a = get(true), b = get(false), c = a;
  b = c;
  std::swap(a, b);
  c.reset();
  c = b;
  std::variant<int, Padded, std::string> v;
  v = Padded{1, 2, 3};
  auto w = v;
  w = 3;
  v = std::string("abc");
  w = v;
  std::array<int, 8> zeros;
  zeros.fill(0);
  auto also = zeros;
  std::function<int()> f = [c] { return c->i; }, g = f, h;
  std::swap(g, h);
  std::vector<int> n;
  n.resize(20);
  auto p = std::make_unique<int[]>(5);
  std::pair<Padded, int> q{{1, 2, 3}, 3};
  auto [x, y] = q;
  std::tuple<int, char, long> t{1, 2, 3}, u = t;
  std::string s = "x", empty;
  std::swap(s, empty);
  empty += "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy";
  std::string moved = std::move(empty);
  return !also[3] && !n[13] && !p[3] && y == 3 && x.i == 2 && f() == 2 && h() == 2 && std::get<1>(u) == 2 &&
         moved.size() == 35 && b->i == 2 && std::get<2>(w) == "abc";
}

struct Derived : std::runtime_error {
  int number;
  Derived() : std::runtime_error("derived"), number(0) {}
};
template <typename Thrown, typename Throw>
static bool throws(Throw f, bool (*right)(const Thrown &)) {
  try {
    f();
  } catch (const Thrown &thrown) {
    Thrown same = thrown;
    return right(same);
  }
  return false;
}
static bool exceptions() {
  return throws<Padded>([] { throw Padded{1, 2, 3}; }, [](const Padded &p) { return p.i == 2; }) &&
         throws<Derived>([] { throw Derived(); },
                         [](const Derived &d) { return d.number == 0 && !std::strcmp(d.what(), "derived"); }) &&
         throws<std::system_error>([] { throw std::system_error(std::make_error_code(std::errc::invalid_argument)); },
                                   [](const std::system_error &e) { return e.code().value() != 0; }) &&
         throws<std::string>([] { throw std::string("abc"); }, [](const std::string &s) { return s == "abc"; });
}

std::atomic<Padded> shared{Padded{1, 2, 3}};
static bool atomics() {
  auto n = std::make_unique<std::atomic<int>>(0);
  std::thread other([&] { ++*n; });
  Padded old = shared.load();
  shared.exchange(Padded{2, 3, 4});
  shared.store(old);
  other.join();
  return *n == 1 && shared.load().i == 2;
}

int main() { return structs() && values() && exceptions() && atomics() ? 0 : 1; }
