// How many rounds of a random test are enough.
#pragma once

#include <cstdint>

namespace mover::test {

// Under the sanitizers a part of them: what is found there is how memory is handled, and not what comes out.
constexpr uint64_t rounds(uint64_t all) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return all / 6;
#endif
#endif
  return all;
}

}  // namespace mover::test
