// Values that are copied: by assignment, as arguments, as results, in whatever shape.
#include <array>
#include <chrono>
#include <complex>
#include <cstdarg>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "../library/cases.h"

struct Small { int a, b; };                   // in one register
struct Pair { double x, y; };                 // in two
struct Mixed { long a, b; char c; };          // in memory
struct Large { long words[25]; };
struct Outer { Small inner; long rest; };
struct Fields { int a : 3, b : 5; };
union Either { double d; long l; };
struct Derived : Mixed { int more; };
typedef int Vector __attribute__((vector_size(16)));
typedef int Wide __attribute__((vector_size(64)));

static Small small{1, 2};
static Pair pair{1, 1};
static Mixed mixed;
static Large large;
static Outer outer;
static Fields fields;
static Either either;
static Derived derived;
static Vector vector;
static Wide wide;
static __int128 huge;
static long double longer;
static double _Complex plain_complex;
static std::complex<double> number;
static std::optional<int> maybe;
static std::array<int, 3> array;
static std::string_view view = "abc";
static std::tuple<int, long> tuple;
static std::pair<int, int> both;
static std::vector<int> values(3);
static std::vector<int>::iterator position = values.begin();
static std::variant<int, double> variant;
static std::span<int> span(values);
static std::function<int()> function = [] { return 1; };
static std::chrono::steady_clock::time_point point;
static Small many[4];

Pair operator+(Pair a, Pair b) { return {a.x + b.x, a.y + b.y}; }
template <typename T> [[gnu::noinline]] T same(T value) { return value; }
template <typename T> [[gnu::noinline]] T made() { return T{}; }
[[gnu::noinline]] static long sum(Large first, Large second, Mixed third) { return first.words[24] + second.words[0] + third.c; }
static long last_of(int count, ...) {
  va_list list;
  va_start(list, count);
  const Mixed value = va_arg(list, Mixed);
  va_end(list);
  return value.c;
}
static long of_length(int n) {
  Large copies[n];
  copies[n - 1] = large;
  return copies[n - 1].words[3];
}

static const Case cases[] = {
    {"sum", [] { pair = pair + Pair{1, 0}; }, [] { pair = pair + Pair{1, 0}; }},
    {"small-argument", [] { small.b = 3; }, [] { keep(same(small).a); }},
    {"pair-argument", [] { pair.y = 3; }, [] { keep(same(pair).x); }},
    {"mixed-argument", [] { mixed.c = 3; }, [] { keep(same(mixed).a); }},
    {"large-argument", [] { large.words[24] = 3; }, [] { keep(same(large).words[0]); }},
    {"third-argument", [] { mixed.c = 3; }, [] { keep(sum(Large{}, Large{}, mixed)); }},
    {"variable-argument", [] { mixed.c = 3; }, [] { keep(last_of(1, mixed)); }},
    {"small-result", [] { small = made<Small>(); }, [] { keep(small.b); }},
    {"pair-result", [] { pair = made<Pair>(); }, [] { keep(pair.y); }},
    {"mixed-result", [] { mixed = made<Mixed>(); }, [] { keep(mixed.c); }},
    {"large-result", [] { large = made<Large>(); }, [] { keep(large.words[24]); }},
    {"returned", [] { outer.inner.b = 1; }, [] { keep([] { return outer; }().rest); }},
    {"literal", [] { small = (Small){3, 4}; }, [] { keep(small.b); }},
    {"inner", [] { outer.inner = Small{1, 2}; }, [] { keep(same(outer.inner).a); }},
    {"element", [] { many[2] = Small{1, 2}; }, [] { keep(same(many[2]).a); }},
    {"part-of-derived", [] { static_cast<Mixed&>(derived) = Mixed{1, 2, 3}; }, [] { keep(same<Mixed>(derived).b); }},
    {"bit-fields", [] { fields = Fields{1, 2}; }, [] { keep(same(fields).b); }},
    {"union", [] { either = Either{.l = 1}; }, [] { keep(same(either).l); }},
    {"vector", [] { vector = Vector{1, 2, 3, 4}; }, [] { keep(Vector(vector)[3]); }},
    {"wide-vector", [] { wide = wide + 1; }, [] { keep(Wide(wide)[15]); }},
    {"128-bits", [] { huge = 1; }, [] { keep(huge); }},
    {"long-double", [] { longer = 1; }, [] { keep(longer); }},
    {"_Complex", [] { plain_complex = 1; }, [] { keep(__real__ plain_complex); }},
    {"complex", [] { number += 1.0; }, [] { keep((number * 2.0).real()); }},
    {"variable-length", [] { large.words[3] = 1; }, [] { keep(of_length(2)); }},
    {"optional", [] { maybe = 3; }, [] { keep(same(maybe).has_value()); }},
    {"array", [] { array = std::array<int, 3>{1, 2, 3}; }, [] { keep(same(array)[0]); }},
    {"string_view", [] { view = "d"; }, [] { keep(same(view).size()); }},
    {"tuple", [] { tuple = {1, 2}; }, [] { auto [a, b] = tuple; keep(a + b); }},
    {"pair", [] { both = {1, 2}; }, [] { auto [a, b] = both; keep(a + b); }},
    {"iterator", [] { position = values.begin() + 1; }, [] { keep(*same(position)); }},
    {"variant", [] { variant = 2.0; }, [] { keep(same(variant).index()); }},
    {"span", [] { span = std::span<int>(values.data(), 1); }, [] { keep(same(span).size()); }},
    {"function", [] { function = [] { return 2; }; }, [] { keep(same(function)()); }},
    {"time_point", [] { point = {}; }, [] { keep(same(point).time_since_epoch().count()); }},
    {"captured-copy", [] { large.words[9] = 1; }, [] { keep([copy = large] { return copy.words[9]; }()); }},
    {"captured-reference", [] { large.words[9] = 1; }, [] { keep([&copy = large] { return Large(copy).words[9]; }()); }},
    {"range", [] { many[3].b = 1; }, [] { for (Small one : many) keep(one.b); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
