// Sets of threads. There are at most 64.
#pragma once

#include <cstdint>

#include "machine/machine.h"

namespace mover {

using ThreadSet = uint64_t;
constexpr ThreadSet bit(ThreadId t) { return 1ull << t; }
constexpr bool in(ThreadSet set, ThreadId t) { return (set >> t & 1) != 0; }
// REQUIRES: there is one.
constexpr ThreadId first_of(ThreadSet set) { return static_cast<ThreadId>(__builtin_ctzll(set)); }

template <typename F>
void for_each(ThreadSet set, F f) {
  for (; set != 0; set &= set - 1) f(first_of(set));
}

}  // namespace mover
