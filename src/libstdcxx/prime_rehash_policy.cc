// How many buckets std::unordered_map and its like have: a prime number, as many as in libstdc++, because the order of
// the elements depends on it.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

extern "C" {
#include "libc/builtins.h"
}

namespace std::__detail {

namespace {

constexpr size_t kPrimes[] = {
    2,       3,       5,       7,      11,     13,     17,      19,      23,      29,      31,      37,      41,
    43,      47,      53,      59,     61,     67,     71,      73,      79,      83,      89,      97,      103,
    109,     113,     127,     137,    139,    149,    157,     167,     179,     193,     199,     211,     227,
    241,     257,     277,     293,    313,    337,    359,     383,     409,     439,     467,     503,     541,
    577,     619,     661,     709,    761,    823,    887,     953,     1031,    1109,    1193,    1289,    1381,
    1493,    1613,    1741,    1879,   2029,   2179,   2357,    2549,    2753,    2971,    3209,    3469,    3739,
    4027,    4349,    4703,    5087,   5503,   5953,   6427,    6949,    7517,    8123,    8783,    9497,    10273,
    11113,   12011,   12983,   14033,  15173,  16411,  17749,   19183,   20753,   22447,   24281,   26267,   28411,
    30727,   33223,   35933,   38873,  42043,  45481,  49201,   53201,   57557,   62233,   67307,   72817,   78779,
    85229,   92203,   99733,   107897, 116731, 126271, 136607,  147793,  159871,  172933,  187091,  202409,  218971,
    236897,  256279,  277261,  299951, 324503, 351061, 379787,  410857,  444487,  480881,  520241,  562841,  608903,
    658753,  712697,  771049,  834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629, 1447153, 1565659, 1693859,
    1832561, 1982627, 2144977,
};
constexpr size_t kSmall[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};  // for so many elements
constexpr size_t kFirst = 11;  // the least size of a table that grows when its first element is inserted

}  // namespace

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted < size(kSmall)) {
    if (wanted == 0) return 1;
    _M_next_resize = static_cast<size_t>(__builtin_floor(kSmall[wanted] * static_cast<double>(_M_max_load_factor)));
    return kSmall[wanted];
  }
  const size_t* const prime = lower_bound(begin(kPrimes) + 6, end(kPrimes), wanted);
  if (prime == end(kPrimes)) __mover_unsupported("a hash table with more than two million buckets");
  _M_next_resize = static_cast<size_t>(__builtin_floor(*prime * static_cast<double>(_M_max_load_factor)));
  return *prime;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t inserted) const {
  if (elements + inserted <= _M_next_resize) return {false, 0};
  const double wanted =
      max(elements + inserted, _M_next_resize != 0 ? 0 : kFirst) / static_cast<double>(_M_max_load_factor);
  if (wanted >= buckets)
    return {true, _M_next_bkt(max(static_cast<size_t>(__builtin_floor(wanted)) + 1, buckets * _S_growth_factor))};
  _M_next_resize = static_cast<size_t>(__builtin_floor(buckets * static_cast<double>(_M_max_load_factor)));
  return {false, 0};
}

}  // namespace std::__detail
