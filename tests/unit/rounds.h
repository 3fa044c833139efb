// The number of rounds of a random test.
#pragma once

#include <cstdint>

namespace mover::test {

// Fewer rounds under the sanitizers, which check memory handling and not results.
constexpr uint64_t rounds(uint64_t all) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return all / 6;
#endif
#endif
  return all;
}

}  // namespace mover::test
