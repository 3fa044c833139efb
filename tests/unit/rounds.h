// The number of rounds of a random test.
#pragma once

#include <cstdint>

namespace mover::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MOVER_TEST_SANITIZED
#endif
#endif
#ifdef MOVER_TEST_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Fewer rounds under the sanitizers, which check memory handling and not results.
constexpr uint64_t rounds(uint64_t all) { return kSanitized ? all / 6 : all; }

}  // namespace mover::test
